import picocolors from "picocolors";
import type { Terminal } from "../../src/conformance/reporters/index.ts";

/** A terminal that keeps what was written to it; no colours, 120 columns. */
export function fakeTerminal(): Terminal & { readonly text: () => string } {
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
