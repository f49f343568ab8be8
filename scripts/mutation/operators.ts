/** The changes that mutants make: a few for each kind of expression and statement. */

import type { ChainExpression, Expression, Node, PrivateInExpression, Span } from "oxc-parser";

/** A change to one place of a source file. */
export interface Change {
  /** Where the place begins and ends in the source. */
  readonly start: number;
  readonly end: number;
  /** The code at the place in one line. For a function that returns at once it is only "the whole body". */
  readonly original: string;
  /** The code that replaces it, in one line; empty if a statement is removed. */
  readonly mutated: string;
  /**
   * Returns code that has either form.
   *
   * @param isActive an expression that is true while the mutant is active
   * @param original the code at the place, which may have other mutants in it
   */
  readonly switched: (isActive: string, original: string) => string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "**": "*",
  "+=": "-=",
  "-=": "+=",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "&": "|",
  "|": "&",
  "^": "&",
  "&&": "||",
  "||": "&&",
};

/** Text that is shown to people. Tests that compare its words would only be a second copy of it. */
const PROSE_RE = /\S \S/;

/** Lists the changes to one node itself, without those to its child nodes. */
export function changesOf(node: Node, parent: Node | undefined, source: string): Change[] {
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const replaced = (mutated: string, place: Span = node): Change => ({
    start: place.start,
    end: place.end,
    original: inOneLine(textOf(place)),
    mutated: inOneLine(mutated),
    switched: (isActive, original) => `(${isActive} ? ${mutated} : ${original})`,
  });
  switch (node.type) {
    case "Literal":
      if (parent?.type === "ExpressionStatement") return [];
      if ("regex" in node) return changedPatterns(node.regex).map((text) => replaced(text));
      return changedLiteral(node.value).map((text) => replaced(text));
    case "TemplateLiteral":
      return PROSE_RE.test(textOf(node)) ? [] : [replaced('""')];
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression": {
      if (node.operator === "??") return [replaced(textOf(node.left))];
      const operator = OPERATORS[node.operator];
      if (operator === undefined || (node.operator.startsWith("+") && (isText(node.left) || isText(node.right))))
        return [];
      return [replaced(`${textOf(node.left)} ${operator} ${textOf(node.right)}`)];
    }
    case "UnaryExpression":
      return ["!", "-", "~"].includes(node.operator) ? [replaced(textOf(node.argument))] : [];
    case "ChainExpression":
      // Only a member can be deleted.
      return parent?.type === "UnaryExpression" ? [] : [replaced(withoutOptional(node, source))];
    case "IfStatement":
    case "ConditionalExpression":
      return [replaced("true", node.test), replaced("false", node.test)];
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
      return node.test === null ? [] : [replaced("false", node.test)];
    case "ExpressionStatement":
      if (!isRemovable(node.expression)) return [];
      // With braces, an `else` that follows stays with its own `if`.
      return [{ ...replaced(""), switched: (isActive, original) => `{ if (!${isActive}) ${original} }` }];
    case "BlockStatement":
      if (!isBodyOf(parent) || node.body.length === 0) return [];
      return [
        {
          start: node.start + 1,
          end: node.end - 1,
          original: "the whole body",
          mutated: "return;",
          switched: (isActive, original) => ` if (${isActive}) return;${original}`,
        },
      ];
    default:
      return [];
  }
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}

function changedLiteral(value: string | number | bigint | boolean | RegExp | null): string[] {
  switch (typeof value) {
    case "string":
      return PROSE_RE.test(value) ? [] : [value === "" ? '"mutant"' : '""'];
    case "number":
      return [String(value + 1)];
    case "bigint":
      return [`${value + 1n}n`];
    case "boolean":
      return [String(!value)];
    default:
      return [];
  }
}

/** Removes one character or one flag. */
function changedPatterns({ pattern, flags }: { readonly pattern: string; readonly flags: string }): string[] {
  const patterns = [
    pattern.replace(/^\^/, ""),
    pattern.replace(/(?<!\\)\$$/, ""),
    pattern.replace(/(?<!\\)[+*]/, ""),
    pattern.replace("[^", "["),
  ];
  const changed = [...patterns.map((text) => [text, flags] as const), [pattern, flags.replace(/[gimsy]/, "")] as const];
  return changed
    .filter(([text, rest]) => text !== "" && (text !== pattern || rest !== flags) && isPattern(text, rest))
    .map(([text, rest]) => `/${text}/${rest}`);
}

function isPattern(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Whether an operand of a plus makes it a concatenation, whose opposite would not be a number. */
function isText(node: Node | PrivateInExpression["left"]): boolean {
  if (node.type === "BinaryExpression") return node.operator === "+" && (isText(node.left) || isText(node.right));
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function withoutOptional({ expression, start, end }: ChainExpression, source: string): string {
  let code = source.slice(start, end);
  for (let node: Expression = expression; ; ) {
    if (node.type === "TSNonNullExpression") {
      node = node.expression;
    } else if (node.type === "MemberExpression" || node.type === "CallExpression") {
      const before: Expression = node.type === "MemberExpression" ? node.object : (node.callee as Expression);
      if (node.optional) {
        const at = source.indexOf("?.", before.end) - start;
        const isName = node.type === "MemberExpression" && !node.computed;
        code = `${code.slice(0, at)}${isName ? "." : ""}${code.slice(at + 2)}`;
      }
      node = before;
    } else {
      return code;
    }
  }
}

/** Whether an expression may be left out: nothing uses its value, and `this` does not depend on it. */
function isRemovable(node: Expression): boolean {
  if (node.type === "AwaitExpression") return isRemovable(node.argument);
  if (node.type === "CallExpression") return node.callee.type !== "Super";
  return ["AssignmentExpression", "UpdateExpression", "ChainExpression"].includes(node.type);
}

function isBodyOf(parent: Node | undefined): boolean {
  return (
    parent?.type === "FunctionDeclaration" ||
    parent?.type === "FunctionExpression" ||
    parent?.type === "ArrowFunctionExpression"
  );
}
