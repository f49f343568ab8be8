import picocolors from "picocolors";
import { forgetSecrets } from "../../src/cli/input/secrets.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";

/** A terminal that keeps what was written to it; no colours, 120 columns. What earlier commands read is forgotten. */
export function fakeTerminal(): Terminal & { readonly text: () => string } {
  forgetSecrets();
  const written: string[] = [];
  return {
    out: (text) => {
      written.push(text);
    },
    colors: picocolors.createColors(false),
    width: 120,
    text: () => written.join(""),
  };
}
