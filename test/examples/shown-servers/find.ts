/** Finds every server that a page, a docstring or an example shows, by what its code calls. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { filesBelow } from "../../files-below.ts";

/** A server as a reader finds it. */
export interface ShownServer {
  /** The file, and of a page the number of the code block. */
  readonly name: string;
  /** The code of a block, with what it declares exported; `undefined` for a file, which is started as it is. */
  readonly code?: string;
  /** The text in which the origin and the keys are. */
  readonly text: string;
}

/** Names under which a block declares a server that it does not start. */
const DECLARED_RE = /^const (server|app|handle|middleware)\b/m;

/** What starts or is a server, in the languages of the examples. */
const SERVER_RE = new RegExp(
  [
    /\bcreate(?:Secure)?Server\(|\bexpress\(\)|\bfastify\(\)|\bnew (?:Hono|Koa)\b|\b(?:Deno|Bun)\.serve\(/,
    /\bNestFactory\.create|\bprotect\(\{ verifier|^export (?:async )?function (?:GET|POST|handler)\b/,
    /\bstartGatewaySimulator\(/,
    // Python, Ruby, PHP, Perl; Go; Java, C#.
    /\bhttp\.server\b|HTTPServer\(|\bwsgiref\b|\bFlask\(|\bWEBrick\b|TCPServer|\bsinatra\b|php -S|stream_socket_server|HTTP::Daemon/,
    /ListenAndServe|\bnet\.Listen\(|\bHttpServer\.create|\bServerSocket\(|\bHttpListener\b|\bTcpListener\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);

interface Block {
  readonly name: string;
  readonly code: string;
}

/** The fenced code of a page, or of the docstrings of a source file; a `text` is a fragment. */
function blocksOf(file: string): Block[] {
  const text = readFileSync(file, "utf8").replace(file.endsWith(".ts") ? /^ {1,3}\* ?/gm : /$^/, "");
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)]
    .map(([, language, code], index) => ({ name: `${file} ${index + 1}`, language, code: code! }))
    .filter(({ language }) => language !== "text");
}

function pages(): string[] {
  const inDocs = readdirSync("docs").filter((name) => name.endsWith(".md"));
  return ["README.md", "SECURITY.md", "examples/README.md", ...inDocs.map((name) => `docs/${name}`)];
}

const blocks: readonly Block[] = [...filesBelow("src", ".ts"), ...pages()].flatMap(blocksOf);

/** The blocks that others import, by their file name: `// verifier.ts`. */
export const MODULES: ReadonlyMap<string, string> = new Map(
  blocks.flatMap(({ code }): [string, string][] => {
    const [, name] = /^\/\/ ([a-z-]+\.ts)\n/.exec(code) ?? [];
    return name === undefined ? [] : [[name, code]];
  }),
);

/** Whether code starts or is a server. A program or a test that closes its gateway simulator is none that stays. */
export function isServer(code: string): boolean {
  return SERVER_RE.test(code) && !/\bsimulator\.close\(\)/.test(code);
}

function blockServer({ name, code }: Block): ShownServer {
  const [, declared] = DECLARED_RE.exec(code) ?? [];
  const imported = [...MODULES].filter(([module]) => code.includes(`"./${module}"`)).map(([, text]) => text);
  return {
    name,
    code: declared === undefined ? code : `${code}\nexport { ${declared} };\n`,
    text: [code, ...imported].join("\n"),
  };
}

function fileServers(): ShownServer[] {
  return filesBelow("examples", "")
    .filter((name) => statSync(name).isFile() && !name.endsWith(".md"))
    .map((name) => ({ name, text: readFileSync(name, "utf8") }))
    .filter(({ text }) => isServer(text));
}

export const SHOWN_SERVERS: readonly ShownServer[] = [
  ...blocks.filter(({ code }) => isServer(code)).map(blockServer),
  ...fileServers(),
];
