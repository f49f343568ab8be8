/** `countersign inspector`: opens the page that explains signatures, or writes it to a file. */

import { spawn } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { PACKAGE_ROOT } from "../../platform/package-root.ts";
import { visible } from "../../redaction/visible.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";

const PAGE = join(PACKAGE_ROOT, "dist/inspector.html");

/** The program that opens an address with the user's browser, by platform. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...words: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens the page and prints its address; with `out`, writes the page to that file instead. */
export function inspector({ out }: { readonly out?: string }, terminal: Terminal): ExitCode {
  if (!existsSync(PAGE)) throw new UsageError("the inspector is not built in this checkout", "run: npm run build");
  if (out !== undefined) {
    copyFileSync(PAGE, out);
    terminal.out(`wrote the page to ${visible(out)}: open it in a browser\n`);
    return EXIT.ok;
  }
  const address = pathToFileURL(PAGE).href;
  terminal.out(`${address}\n`);
  const [command, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  // If no browser can be started, the user can paste the address.
  spawn(command, [...words, address], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
  return EXIT.ok;
}
