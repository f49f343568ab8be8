import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

/** Which rooms a room may import, and which packages. Arrows run one way. */
const HOUSE: Record<string, { rooms: readonly string[]; packages: readonly string[] }> = {
  platform: { rooms: [], packages: ["node:crypto"] },
  oauth1: { rooms: [], packages: ["node:crypto"] },
  verifier: { rooms: ["oauth1", "platform"], packages: ["node:crypto", "node:net"] },
  "verifier/adapters": { rooms: ["verifier"], packages: ["node:http", "node:stream", "fastify"] },
  "verifier/stores": { rooms: ["verifier"], packages: ["node:crypto", "@redis/client"] },
  model: { rooms: [], packages: ["node:crypto"] },
  faults: { rooms: ["model"], packages: ["node:crypto", "node:url"] },
  diagnosis: { rooms: ["model", "faults"], packages: ["node:buffer", "node:crypto"] },
  reference: { rooms: [], packages: ["oauth-1.0a", "node-forge"] },
  suite: { rooms: ["model"], packages: ["node:fs", "node:path", "node:url", "node:crypto", "fast-check"] },
  drivers: {
    rooms: ["suite"],
    packages: ["node:buffer", "node:child_process", "node:os", "node:path", "node:stream", "node:url"],
  },
  implementations: {
    rooms: ["oauth1", "verifier", "model", "faults", "reference", "drivers", "suite"],
    packages: ["node:module", "node:crypto"],
  },
  runner: { rooms: ["suite", "drivers"], packages: ["node:crypto"] },
  reporters: {
    rooms: ["runner", "suite"],
    packages: ["picocolors", "picocolors/types.js", "junit-report-builder", "node:crypto"],
  },
  gateway: { rooms: ["oauth1"], packages: ["node:net", "node:timers/promises"] },
  "gateway/double": {
    rooms: ["gateway", "oauth1", "verifier", "verifier/adapters"],
    packages: [
      ...["node:http", "node:https", "node:net", "node:crypto", "node:util", "node:timers/promises"],
      "node-forge",
    ],
  },
  capture: {
    rooms: ["gateway/double", "oauth1", "verifier", "verifier/adapters", "model", "suite", "runner"],
    packages: ["node:crypto", "node:timers/promises", "ajv", "execa"],
  },
  cli: {
    rooms: [
      ...["oauth1", "model", "suite", "drivers", "implementations", "runner", "reporters", "index.ts"],
      ...["faults", "diagnosis", "gateway", "gateway/double", "capture", "verifier", "verifier/stores"],
    ],
    packages: [
      ...["node:fs", "node:path", "node:crypto", "node:module", "node:os", "node:tls", "node:timers/promises"],
      ...["ajv", "commander", "picocolors"],
    ],
  },
  "index.ts": { rooms: ["oauth1", "verifier"], packages: [] },
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly room?: string;
  readonly package?: string;
}

/** The first folder, or the first two where the table has a line for them. */
function roomOf(file: string): string {
  const [room, inner] = relative("src", file).split("/");
  return `${room}/${inner}` in HOUSE ? `${room}/${inner}` : room!;
}

function importsOf(file: string, text: string): Import[] {
  const from = roomOf(file);
  return [
    ...text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";|\bimport\("([^"]+)"\)/gms),
  ].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    if (!specifier.startsWith(".")) return { file, from, package: specifier };
    return { file, from, room: roomOf(join(dirname(file), specifier)) };
  });
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function strayImports(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, room, package: name }) => {
      const allowed = HOUSE[from];
      if (allowed === undefined) return true;
      return room === undefined ? !allowed.packages.includes(name!) : room !== from && !allowed.rooms.includes(room);
    })
    .map(({ file, room, package: name }) => `${file} imports ${room ?? name}`);
}

describe("the house", () => {
  const imports = sourceFiles("src").flatMap((file) => importsOf(file, exampleFree(readFileSync(file, "utf8"))));

  test("imports run only where the table of rooms lets them", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(strayImports(imports)).toEqual([]);
  });

  test("an import against the arrows is noticed, of a room as of a package", () => {
    const stray = [
      ...importsOf("src/oauth1/x.ts", 'import { trace } from "../model/index.ts";\n'),
      ...importsOf("src/model/x.ts", 'export { sign } from "../oauth1/index.ts";\n'),
      ...importsOf("src/index.ts", 'import forge from "node-forge";\n'),
      ...importsOf("src/unknown/x.ts", 'import "../oauth1/index.ts";\n'),
    ];
    expect(strayImports(stray)).toEqual([
      "src/oauth1/x.ts imports model",
      "src/model/x.ts imports oauth1",
      "src/index.ts imports node-forge",
      "src/unknown/x.ts imports oauth1",
    ]);
  });

  test.each([
    ["src/index.ts", ["node:crypto", "node:net"]],
    ["src/gateway/index.ts", ["node:crypto", "node:net", "node:timers/promises"]],
    [
      "src/gateway/double/index.ts",
      ["node:crypto", "node:http", "node:https", "node:net", "node:timers/promises", "node:util"],
    ],
  ])("%s reaches nothing but modules of Node", (face, modules) => {
    const reached = new Set<string>();
    const packages = new Set<string>();
    const queue = [face];
    for (const file of queue) {
      if (reached.has(file)) continue;
      reached.add(file);
      for (const match of exampleFree(readFileSync(file, "utf8")).matchAll(/\bfrom "([^"]+)"/g)) {
        if (match[1]!.startsWith(".")) queue.push(join(dirname(file), match[1]!));
        else packages.add(match[1]!);
      }
    }
    expect(reached.size).toBeGreaterThan(10);
    expect([...packages].sort()).toEqual(modules);
  });
});

/** Examples in comments import the package by its name. */
function exampleFree(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, "");
}
