/** Finds the small changes that can be made to a source file, and chooses some of them. */

import { createHash } from "node:crypto";
import { type Node, parseSync, type Span, visitorKeys } from "oxc-parser";

/** One small change of one source file. */
export interface Mutant extends Span {
  /** The source file, such as `src/oauth1/form.ts`. */
  readonly file: string;
  /** The line on which the changed code begins, counted from 1. */
  readonly line: number;
  /** The code that is changed, and what replaces it, each in one line. */
  readonly original: string;
  readonly mutated: string;
  /** The whole file with the change. */
  readonly source: string;
}

type Replacement = readonly [place: Span, mutated: string];

/** Methods that can be left out of a chain, because its value stays of the same kind. */
const DROPPED_METHODS = new Set(
  "concat filter normalize padEnd padStart replace replaceAll reverse slice sort toLowerCase toReversed toSorted toUpperCase trim trimEnd trimStart".split(
    " ",
  ),
);
const OTHER_METHODS = new Map(
  Object.entries({ some: "every", every: "some", startsWith: "includes", endsWith: "includes" }),
);
const NEGATED_METHODS = new Set(["includes", "has", "test"]);
const OTHER_COMPARISONS = new Map(Object.entries({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" }));
/** Text for people, which is replaced as a whole. */
const SENTENCE_RE = /\S \S/;

/** Lists all changes of one source file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const visit = (node: Node, parent?: Node): void => {
    if (isType(node)) return;
    for (const [{ start, end }, mutated] of replacementsOf(node, parent, source)) {
      const [before, original, after] = [source.slice(0, start), source.slice(start, end), source.slice(end)];
      if (mutated === original) continue;
      const line = before.split("\n").length;
      const shown = { original: inOneLine(original), mutated: inOneLine(mutated) };
      mutants.push({ file, line, start, end, ...shown, source: before + mutated + after });
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program);
  return mutants;
}

/**
 * Chooses mutants at random. The choice of a mutant depends on the seed, on its file and text, and on how often this text came
 * before in the file, but not on its line, so a sample stays nearly the same while code moves.
 */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const seen = new Map<string, number>();
  const numbered = mutants.map((mutant) => {
    const text = JSON.stringify([mutant.file, mutant.original, mutant.mutated]);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return { mutant, number: createHash("sha256").update(`${seed} ${before} ${text}`).digest("hex") };
  });
  const ordered = numbered.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  return ordered.slice(0, count).map(({ mutant }) => mutant);
}

/** Types disappear when the code is compiled. These three have an expression inside. */
function isType({ type }: Node): boolean {
  return type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type);
}

/** Leaves out the names of modules, where no expression is possible. */
function childrenOf(node: Node): Node[] {
  if (["ImportDeclaration", "ExportAllDeclaration", "ImportExpression"].includes(node.type)) return [];
  return visitorKeys[node.type]!.flatMap((key) => {
    const value = (node as unknown as Record<string, Node | null | readonly (Node | null)[]>)[key];
    return [value ?? []].flat().filter((child) => child !== null);
  });
}

function replacementsOf(node: Node, parent: Node | undefined, source: string): Replacement[] {
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  switch (node.type) {
    case "CallExpression": {
      const swapped = node.arguments.slice(1).flatMap((second, at): Replacement[] => {
        const first = node.arguments[at]!;
        if (first.type !== "Identifier" || second.type !== "Identifier") return [];
        return [[{ start: first.start, end: second.end }, `${second.name}, ${first.name}`]];
      });
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return swapped;
      const { name } = callee.property;
      const other = OTHER_METHODS.get(name);
      return [
        ...swapped,
        ...(DROPPED_METHODS.has(name) ? [[node, textOf(callee.object)] as const] : []),
        ...(NEGATED_METHODS.has(name) ? [[node, `!${textOf(node)}`] as const] : []),
        ...(other === undefined ? [] : [[callee.property, other] as const]),
      ];
    }
    case "ThrowStatement":
    case "ContinueStatement":
      return [[node, "{}"]];
    case "ExpressionStatement": {
      const { expression } = node;
      const call = expression.type === "AwaitExpression" ? expression.argument : expression;
      return call.type === "CallExpression" && call.callee.type !== "Super" ? [[node, "{}"]] : [];
    }
    case "IfStatement":
      return [
        [node.test, "true"],
        [node.test, "false"],
      ];
    case "ConditionalExpression": {
      const place = { start: node.consequent.start, end: node.alternate.end };
      return [[place, `${textOf(node.alternate)} : ${textOf(node.consequent)}`]];
    }
    case "ArrayExpression":
      return node.elements.flatMap((element) => (element === null ? [] : [withoutItem(element, source)]));
    case "ObjectExpression":
      return node.properties.map((property) => withoutItem(property, source));
    case "ReturnStatement":
      return node.argument === null ? [] : [[node.argument, "undefined"]];
    case "LogicalExpression":
      return [
        [node, textOf(node.left)],
        [node, textOf(node.right)],
      ];
    case "BinaryExpression": {
      const other = OTHER_COMPARISONS.get(node.operator);
      return other === undefined ? [] : [[node, `${textOf(node.left)} ${other} ${textOf(node.right)}`]];
    }
    case "AssignmentPattern":
      return [[node.right, "undefined"]];
    case "TemplateLiteral":
      return SENTENCE_RE.test(textOf(node)) && parent?.type !== "TaggedTemplateExpression"
        ? [[node, '"sentence"']]
        : [];
    case "Literal":
      if (typeof node.value === "number" && !isName(node, parent))
        return [
          [node, `${node.value + 1}`],
          [node, node.value === 0 ? "(-1)" : `${node.value - 1}`],
        ];
      if (typeof node.value === "boolean") return [[node, `${!node.value}`]];
      if (typeof node.value === "string" && SENTENCE_RE.test(node.value) && !isName(node, parent))
        return [[node, '"sentence"']];
      return [];
    default:
      return [];
  }
}

/** Whether a literal is the name of a member, not a value. */
function isName(node: Node, parent: Node | undefined): boolean {
  return parent !== undefined && "key" in parent && parent.key === node;
}

/** Without one item of a list in brackets, with the comma after it. */
function withoutItem({ start, end }: Span, source: string): Replacement {
  const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  return [{ start, end: end + comma }, ""];
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}
