/**
 * A driver in Node as somebody would write it: reads lines, signs, writes lines.
 *
 * @module
 */

import { createInterface } from "node:readline";
import { inHouse } from "../../src/implementations/in-house.ts";

const sign = inHouse.operations.sign!;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, op, ...input } = JSON.parse(line);
  if (op === "bye") process.exit(0);
  if (op === "hello") {
    const implementation = { name: "in-house", version: "0", language: "TypeScript" };
    process.stdout.write(`${JSON.stringify({ id, ok: true, protocol: 1, implementation, operations: ["sign"] })}\n`);
    return;
  }
  try {
    const {
      signature,
      "base-string": baseString,
      "authorization-header": authorization,
      url,
      body,
    } = sign(input) as Record<string, string>;
    const stages = { "base-string": baseString, signature };
    process.stdout.write(`${JSON.stringify({ id, ok: true, authorization, url, body, stages })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ id, ok: false, error: "refused", message: String(error) })}\n`);
  }
});
