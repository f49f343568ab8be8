/** An esbuild plugin that bundles for browsers: it takes `src/platform/browser.ts` instead of `src/platform/index.ts`. */

import { dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";

const FOLDER = resolve(import.meta.dirname, "../src/platform");

export const browserPlatform: Plugin = {
  name: "browser-platform",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.ts$|\/platform\/index\.ts$/ }, ({ path, importer }) => {
      const isPlatform = resolve(dirname(importer), path) === join(FOLDER, "index.ts");
      return isPlatform ? { path: join(FOLDER, "browser.ts") } : undefined;
    });
  },
};
