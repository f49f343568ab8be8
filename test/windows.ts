/**
 * Simulates the paths and file modes of Windows on any system: `.ci/run windows` shows which quick tests expect slashes or
 * permissions. The real file system gets slashes; the paths that it returns have backslashes.
 */

import type { Plugin } from "vitest/config";

const PREFIX = "\0windows:";

/** Gives these modules to files of the project; vitest and packages keep their own. */
export const windowsPlugin: Plugin = {
  name: "windows",
  enforce: "pre",
  // Vite resolves no modules of Node.js, so they get another name first.
  transform: (code, id) =>
    id.includes("/node_modules/") || id === import.meta.filename
      ? undefined
      : code
          .replace(/\bfrom "node:(path|fs|fs\/promises|url)"/g, 'from "windows:$1"')
          .replaceAll("process.platform", '"win32"'),
  resolveId: (id) => (id.startsWith("windows:") ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = `node:${id.slice(PREFIX.length)}`;
    const names = Object.keys(simulatedModule(name)).filter((one) => one !== "default");
    return `import { simulatedModule } from ${JSON.stringify(import.meta.filename)};
      const simulated = simulatedModule(${JSON.stringify(name)});
      export default simulated;
      export const { ${names.join(", ")} } = simulated;`;
  },
};

type Module = Readonly<Record<string, unknown>>;
type AnyFunction = (...parameters: unknown[]) => unknown;

/** A module of Node.js, as it would be on Windows. */
export function simulatedModule(name: string): Module {
  const module = process.getBuiltinModule(name) as unknown as Module;
  if (name === "node:path") return module.win32 as Module;
  if (name === "node:url") {
    return {
      ...module,
      fileURLToPath: (url: string) => backslashed((module.fileURLToPath as AnyFunction)(url)),
      pathToFileURL: (path: string) => (module.pathToFileURL as AnyFunction)(slashed(path)),
    };
  }
  return Object.fromEntries(
    Object.entries(module).map(([key, value]) => {
      if (key === "promises") return [key, simulatedModule("node:fs/promises")];
      return [key, typeof value === "function" && /^[a-z]/.test(key) ? simulated(key, value as AnyFunction) : value];
    }),
  );
}

const TWO_PATHS = /^(?:copyFile|cp|link|rename|symlink)/;
const RETURNS_PATH = /^(?:mkdtemp|realpath)/;

/** A function of the file system, with the paths and modes of Windows. */
function simulated(name: string, call: AnyFunction): AnyFunction {
  const result = (value: unknown): unknown => {
    if (value instanceof Promise) return value.then(result);
    if (Array.isArray(value) && name.startsWith("readdir")) return value.map(entry);
    if (RETURNS_PATH.test(name)) return backslashed(value);
    return value instanceof Stats ? Object.assign(value, { mode: (value.mode & ~0o777) | 0o666 }) : value;
  };
  return (path, second, ...others) =>
    result(call(slashed(path), TWO_PATHS.test(name) ? slashed(second) : second, ...others));
}

const { Stats } = process.getBuiltinModule("node:fs");

function entry(value: unknown): unknown {
  if (typeof value === "string") return backslashed(value);
  return Object.assign(value as object, { parentPath: backslashed((value as { parentPath: string }).parentPath) });
}

function slashed(path: unknown): unknown {
  return typeof path === "string" ? path.replaceAll("\\", "/") : path;
}

function backslashed(path: unknown): unknown {
  return typeof path === "string" ? path.replaceAll("/", "\\") : path;
}
