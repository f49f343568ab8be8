/** Both platforms, so that a test can run with each. */

import * as browser from "../../src/platform/browser.ts";
import * as node from "../../src/platform/index.ts";

export type Platform = typeof node;

/** The browser's keys are not those of Node.js; a test hands the keys of a platform to that platform only. */
export const PLATFORMS: readonly (readonly [name: string, platform: Platform])[] = [
  ["Node.js", node],
  ["browsers", browser as unknown as Platform],
];

export { browser, node };
