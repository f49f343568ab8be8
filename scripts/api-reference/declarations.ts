/**
 * Reads what a module exports from the declarations that the compiler emits. oxc-parser parses them, since TypeScript 7
 * has no API for that.
 */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { type Comment, type Declaration as Node, type Program, parseSync, type Span } from "oxc-parser";
import { type DocComment, readDocComment } from "./doc-comment.ts";

export type Kind = "function" | "class" | "constant" | "type";

/** One exported name. */
export interface Declaration {
  readonly name: string;
  readonly kind: Kind;
  /** The source file, such as `src/oauth1/signer.ts`. */
  readonly file: string;
  /** The declaration as code, without `export declare`; several for overloads. */
  readonly signatures: readonly string[];
  readonly comment: DocComment | undefined;
  /** The parameters, if this is a function. */
  readonly parameters: readonly Member[];
  /** The members, if this is a class, an interface or an object type. */
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  /** The type of a property or parameter, or the signature of a method or constructor. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly isMethod: boolean;
  readonly comment: DocComment | undefined;
}

/** The exports of one sub-path of the package. */
export interface Entry {
  /** The import path, such as `countersign/oauth1`. */
  readonly specifier: string;
  /** The documentation comment of the file. */
  readonly comment: DocComment | undefined;
  readonly declarations: readonly Declaration[];
}

/** The members of package.json that define what can be imported. */
export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * Reads all sub-paths of a package that have types.
 *
 * @param emitted - the folder with the emitted declarations; it replaces `dist` in the paths of package.json
 */
export function readEntries({ name, exports }: Manifest, emitted: string): Entry[] {
  const read = moduleReader(emitted);
  return Object.entries(exports).flatMap(([subPath, target]) => {
    if (typeof target === "string") return [];
    const module = read(join(emitted, relative("dist", target.types)));
    return [{ specifier: join(name, subPath), comment: module.comment, declarations: exportsOf(module, read) }];
  });
}

interface Module {
  readonly path: string;
  /** The source file. */
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly comment: DocComment | undefined;
}

type ReadModule = (path: string) => Module;

function moduleReader(emitted: string): ReadModule {
  const modules = new Map<string, Module>();
  return (path) => {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(path, "utf8");
    const { program, comments, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
    const file = join("src", relative(emitted, path)).replace(/\.d\.ts$/, ".ts");
    const comment = comments.map(({ value }) => readDocComment(value)).find(({ isOfModule }) => isOfModule);
    const module = { path, file, text, program, comments, comment };
    modules.set(path, module);
    return module;
  };
}

function exportsOf(module: Module, read: ReadModule): Declaration[] {
  return exportedNames(module, read).map((name) => {
    const found = find(name, module, read);
    if (found === undefined) throw new Error(`${module.file} exports ${name}, which is declared nowhere`);
    return found;
  });
}

function exportedNames(module: Module, read: ReadModule): string[] {
  const names = module.program.body.flatMap((statement) => {
    if (statement.type === "ExportAllDeclaration") {
      return exportedNames(read(resolveModule(module, statement.source.value)), read);
    }
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declared = statement.declaration === null ? [] : namesOf(statement.declaration);
    return [...declared, ...statement.specifiers.map(({ exported }) => textOf(exported, module))];
  });
  return [...new Set(names)];
}

/** Finds the declaration behind a name that a module declares, imports or exports. */
function find(name: string, module: Module, read: ReadModule): Declaration | undefined {
  const own = module.program.body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declared !== null && namesOf(declared as Node).includes(name)
      ? [{ node: declared as Node, start: statement.start }]
      : [];
  });
  if (own.length > 0) return declarationOf(name, own, module);
  for (const statement of module.program.body) {
    if (statement.type === "ExportNamedDeclaration" || statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        const isExport = specifier.type === "ExportSpecifier";
        const here = textOf(isExport ? specifier.exported : specifier.local, module);
        if (here !== name) continue;
        const there = isExport
          ? specifier.local
          : specifier.type === "ImportSpecifier"
            ? specifier.imported
            : undefined;
        if (there === undefined) continue;
        const { source } = statement;
        const target = source === null ? module : read(resolveModule(module, source.value));
        if (source === null && textOf(there, module) === name) continue;
        return find(textOf(there, module), target, read);
      }
    }
    if (statement.type === "ExportAllDeclaration") {
      const found = find(name, read(resolveModule(module, statement.source.value)), read);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function resolveModule(module: Module, specifier: string): string {
  const path = join(dirname(module.path), specifier).replace(/\.[tj]s$/, ".d.ts");
  if (!existsSync(path)) throw new Error(`${module.file} exports from ${specifier}, which is not emitted`);
  return path;
}

function namesOf(node: Node): string[] {
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in node && node.id?.type === "Identifier" ? [node.id.name] : [];
}

function declarationOf(name: string, all: readonly { node: Node; start: number }[], module: Module): Declaration {
  const { node, start } = all[0]!;
  const signatures = all.map((one) => signatureOf(name, one.node, module));
  const common = { name, file: module.file, signatures, comment: commentBefore(start, module), parameters: [] };
  switch (node.type) {
    case "TSDeclareFunction":
    case "FunctionDeclaration":
      return { ...common, kind: "function", parameters: parametersOf(node, module), members: [] };
    case "ClassDeclaration":
      return { ...common, kind: "class", members: membersOf(node.body.body, module) };
    case "TSInterfaceDeclaration":
      return { ...common, kind: "type", members: membersOf(node.body.body, module) };
    case "TSTypeAliasDeclaration": {
      const { typeAnnotation: type } = node;
      return { ...common, kind: "type", members: type.type === "TSTypeLiteral" ? membersOf(type.members, module) : [] };
    }
    case "VariableDeclaration":
      return { ...common, kind: "constant", members: [] };
    default:
      throw new Error(`${module.file}: ${name} is a ${node.type}, which the API reference cannot show`);
  }
}

const MAX_WIDTH = 100;
const MAX_LINES = 40;

function signatureOf(name: string, node: Node, module: Module): string {
  switch (node.type) {
    case "TSDeclareFunction":
    case "FunctionDeclaration":
      return `function ${name}${callOf(node, module)}`;
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
      return textBetween(node.start, node.body.start, module).replace(/^declare /, "");
    case "TSTypeAliasDeclaration": {
      const head = textBetween(node.start, node.typeAnnotation.start, module).replace(/^declare /, "");
      const type = node.typeAnnotation;
      const text = `${head} ${textOf(type, module)}`;
      if (type.type === "TSTypeLiteral") return head.replace(/\s*=$/, "");
      if (type.type !== "TSUnionType" || (text.length <= MAX_WIDTH && !text.includes("\n"))) return dedent(text);
      return dedent(`${head}\n${type.types.map((one) => `    | ${textOf(one, module)}`).join("\n")}`);
    }
    case "VariableDeclaration": {
      const own = node.declarations.find(({ id }) => id.type === "Identifier" && id.name === name)!;
      return collapse(dedent(`const ${textOf(own, module)}`));
    }
    default:
      return textOf(node, module);
  }
}

interface Callable extends Span {
  readonly params: readonly Span[];
  readonly returnType?: (Span & { readonly typeAnnotation: Span }) | null;
  readonly typeParameters?: Span | null;
}

/** Type parameters, parameters and result, on one line where they fit. */
function callOf(node: Callable, module: Module): string {
  const generics = node.typeParameters ? textOf(node.typeParameters, module) : "";
  const params = node.params.map((param) => textOf(param, module));
  const result = node.returnType ? `: ${textOf(node.returnType.typeAnnotation, module)}` : "";
  const line = `${generics}(${params.join(", ")})${result}`;
  if (line.length <= MAX_WIDTH - 20 || params.length === 0) return dedent(line);
  return dedent(`${generics}(\n${params.map((param) => `  ${param},`).join("\n")}\n)${result}`);
}

function parametersOf(node: Callable, module: Module): Member[] {
  return node.params.map((param) => {
    const text = textOf(param, module);
    const [, name = text, mark = "", type = ""] = /^(?:\.\.\.)?([\w$]+|\{[^}]*\})(\??):\s*([\s\S]*)$/.exec(text) ?? [];
    return { name, type, isOptional: mark === "?", isMethod: false, comment: undefined };
  });
}

type MemberNode = Span & { readonly type: string } & Partial<{
    readonly key: Span & { readonly type: string };
    readonly optional: boolean;
    readonly accessibility: string | null;
    readonly typeAnnotation: (Span & { readonly typeAnnotation: Span }) | null;
    readonly kind: string;
    readonly static: boolean;
    readonly value: Callable | null;
  }> &
  Partial<Pick<Callable, "params" | "returnType" | "typeParameters">>;

function membersOf(nodes: readonly object[], module: Module): Member[] {
  return (nodes as readonly MemberNode[]).flatMap((node): Member[] => {
    const isPrivate = node.accessibility === "private" || node.key?.type === "PrivateIdentifier";
    if (isPrivate) return [];
    const comment = commentBefore(node.start, module);
    const common = { isOptional: node.optional === true, comment };
    const key = node.key === undefined ? "" : textOf(node.key, module);
    const name = node.static === true ? `static ${key}` : key;
    switch (node.type) {
      case "TSPropertySignature":
      case "PropertyDefinition":
      case "AccessorProperty": {
        // The compiler emits `readonly name = "text"` for a constant.
        const type = node.typeAnnotation?.typeAnnotation ?? node.value;
        return [{ ...common, name, type: type ? flat(textOf(type, module)) : "", isMethod: false }];
      }
      case "TSMethodSignature":
        return [{ ...common, name, type: flat(callOf(node as Callable, module)), isMethod: true }];
      case "MethodDefinition":
        if (node.kind === "get") {
          return [
            { ...common, name, type: flat(textOf(node.value!.returnType!.typeAnnotation, module)), isMethod: false },
          ];
        }
        return [{ ...common, name, type: flat(callOf(node.value!, module)), isMethod: true }];
      case "TSCallSignatureDeclaration":
        return [{ ...common, name: "", type: flat(callOf(node as Callable, module)), isMethod: true }];
      case "TSIndexSignature":
        return [{ ...common, name: flat(textOf(node, module)).replace(/;$/, ""), type: "", isMethod: false }];
      default:
        throw new Error(`${module.file}: a member is a ${node.type}, which the API reference cannot show`);
    }
  });
}

function commentBefore(start: number, module: Module): DocComment | undefined {
  const comment = module.comments.findLast(
    ({ type, value, end }) =>
      type === "Block" && value.startsWith("*") && end <= start && module.text.slice(end, start).trim() === "",
  );
  const read = comment === undefined ? undefined : readDocComment(comment.value);
  return read?.isOfModule ? undefined : read;
}

function textOf({ start, end }: Span, module: Module): string {
  return module.text.slice(start, end).replace(/;$/, "");
}

function textBetween(start: number, end: number, module: Module): string {
  return module.text.slice(start, end).trim();
}

/** The compiler indents with four spaces. */
function dedent(code: string): string {
  return code.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}

/** Leaves out the contents of long constants below their first level. */
function collapse(code: string): string {
  const lines = code.split("\n");
  if (lines.length <= MAX_LINES) return code;
  const first = lines.filter((line) => /^(?: {2})?\S/.test(line) && !/^ {2}[}\]]/.test(line));
  return first.map((line) => line.replace(/^( {2}.*)[{[]$/, "$1{ … };")).join("\n");
}

/** The code on one line and without comments, for tables. */
function flat(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/; \}/g, " }")
    .replace(/\( /g, "(")
    .replace(/, \)/g, ")")
    .trim();
}
