/** A typical driver in Node: reads lines, signs, writes lines. */

import { createInterface } from "node:readline";
import { signInput } from "../../src/conformance/implementations/countersign.ts";
import { readInput } from "../../src/conformance/vectors/index.ts";

/** Writes all answers of one event-loop turn together, because each write to a pipe is slow. */
function write(answer: object): void {
  if (process.stdout.writableCorked === 0) {
    process.stdout.cork();
    process.nextTick(() => process.stdout.uncork());
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, op, ...input } = JSON.parse(line);
  if (op === "bye") process.exit(0);
  if (op === "hello") {
    const implementation = { name: "countersign", version: "0", language: "TypeScript" };
    write({ id, ok: true, protocol: 1, implementation, operations: ["sign"] });
    return;
  }
  try {
    const { signature, baseString, authorization, url, body } = signInput(readInput("the question", "sign", input));
    const stages = { "base-string": baseString, signature };
    write({ id, ok: true, authorization, url, body, stages });
  } catch (error) {
    write({ id, ok: false, error: "refused", message: String(error) });
  }
});
