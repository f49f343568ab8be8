/** Where the answers of a reference are evidence. */

/** The limits of a reference by name. Each function returns whether an input is outside the limit. */
export type Domain<Input> = Readonly<Record<string, (input: Input) => boolean>>;

/** The names of the limits that the input is outside of; `undefined` if the reference can be trusted. */
export function outsideDomain<Input>(domain: Domain<Input>, input: Input): string | undefined {
  const names = Object.keys(domain).filter((name) => domain[name]!(input));
  return names.length === 0 ? undefined : names.join(", ");
}
