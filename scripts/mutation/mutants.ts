/** Finds the places of a source file that can be changed, and places switches there. */

import { type Node, parseSync, visitorKeys } from "oxc-parser";
import { type Change, changesOf } from "./operators.ts";

/** One small change of one source file. */
export interface Mutant extends Change {
  /** The source file, such as `src/oauth1/form.ts`. */
  readonly file: string;
  /** The names of the functions, classes and module-level constants around the change, joined by full stops. */
  readonly within: string;
  /** How many mutants before this one have the same file, `within`, `original` and `mutated`. */
  readonly nth: number;
  /** The lines on which the changed code begins and ends, counted from 1. */
  readonly line: number;
  readonly lastLine: number;
}

/** Lists all mutants of one source file by their place. A mutant around another one comes before it. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const counts = new Map<string, number>();
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const visit = (node: Node, parent: Node | undefined, names: readonly string[]): void => {
    if (isType(node)) return;
    const name = nameOf(node, names);
    const inner = name === undefined ? names : [...names, name];
    const within = inner.join(".");
    for (const change of changesOf(node, parent, source)) {
      const key = JSON.stringify([within, change.original, change.mutated]);
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      mutants.push({ ...change, file, within, nth, line: lineAt(change.start), lastLine: lineAt(change.end) });
    }
    for (const child of childrenOf(node)) visit(child, node, inner);
  };
  visit(program, undefined, []);
  return mutants.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** Types disappear when the code is compiled. These three have an expression inside. */
function isType({ type }: Node): boolean {
  return type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type);
}

/** Leaves out the names of modules and members, where no expression is possible. */
function childrenOf(node: Node): Node[] {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
      return [];
    case "ExportNamedDeclaration":
      return node.declaration === null ? [] : [node.declaration];
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return [...(node.computed ? [node.key] : []), ...(node.value === null ? [] : [node.value])];
    case "TaggedTemplateExpression":
      return [node.tag, ...node.quasi.expressions];
    default:
      return visitorKeys[node.type]!.flatMap((key) => {
        const value = (node as unknown as Record<string, Node | null | readonly (Node | null)[]>)[key];
        return [value ?? []].flat().filter((child) => child !== null);
      });
  }
}

function nameOf(node: Node, names: readonly string[]): string | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return node.id?.name;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      if (node.type === "Property" && !isFunction(node.value)) return undefined;
      return node.key.type === "Identifier" || node.key.type === "PrivateIdentifier" ? node.key.name : undefined;
    case "VariableDeclarator":
      if (names.length > 0 && !isFunction(node.init)) return undefined;
      return node.id.type === "Identifier" ? node.id.name : undefined;
    default:
      return undefined;
  }
}

function isFunction(node: Node | null): boolean {
  return node?.type === "FunctionExpression" || node?.type === "ArrowFunctionExpression";
}

/**
 * Returns a source file with a switch for each of its mutants.
 *
 * @param source the source in which {@link mutantsOf} found them
 * @param mutants in the order in which it found them, each with the number that the switch passes to `isActiveMutant`
 */
export function withSwitches(source: string, mutants: readonly (Mutant & { readonly id: number })[]): string {
  const render = (start: number, end: number, inside: typeof mutants): string => {
    let code = "";
    let at = start;
    for (let rest = inside; rest.length > 0; ) {
      const [outer, ...others] = rest as [(typeof rest)[0], ...typeof rest];
      const inner = others.filter((one) => one.start >= outer.start && one.end <= outer.end);
      const original = render(outer.start, outer.end, inner);
      code += source.slice(at, outer.start) + outer.switched(`isActiveMutant(${outer.id})`, original);
      at = outer.end;
      rest = others.filter((one) => !inner.includes(one));
    }
    return code + source.slice(at, end);
  };
  return render(0, source.length, mutants);
}
