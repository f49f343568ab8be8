/** Makes functions of the language return `unknown` where its own types have `any`, so that the compiler finds unchecked values. */

interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown;
}

interface ArrayConstructor {
  isArray(value: unknown): value is unknown[];
}
