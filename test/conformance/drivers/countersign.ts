/**
 * A driver that speaks for a built-in implementation: `tsx countersign.ts NAME`. What it answers is read back from the
 * stages; only the required stage of each operation goes into `value` or `valid`, and the signature of `sign` only into what was sent.
 */

import { createInterface } from "node:readline";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { loadBuiltin } from "../../../src/conformance/implementations/index.ts";
import {
  type Answer,
  fullProtocolParameters,
  type Operation,
  REQUIRED_STAGE,
  readInput,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";

const implementation = (await loadBuiltin(process.argv[2] ?? "countersign"))!;
const driver = inProcessDriver(implementation);

/** An answer as the protocol has it. */
function fieldsOf(op: Operation, answer: Answer): object {
  if (!answer.ok) return { ok: false, error: answer.error, message: answer.message };
  const { stages } = answer;
  const required = REQUIRED_STAGE[op];
  if (required === "valid") return { ok: true, valid: stages.valid };
  if (op !== "sign") return { ok: true, value: stages[required], realm: stages.realm, stages };
  const { signature: _, "authorization-header": authorization, url, body, ...others } = stages;
  return { ok: true, authorization, url, body, stages: others };
}

/** The built-in ones take protocol parameters as a list. */
function exactly(json: object): VectorInput {
  if (!("credentials" in json)) return readInput("the question", "base-string", json);
  const asked = readInput("the question", "sign", json);
  return { operation: "base-string", request: asked.request, protocolParameters: fullProtocolParameters(asked) };
}

/** The input of a question; of `verify`, the request is the received one. */
function inputOf(op: Operation, { request, ...others }: { readonly request?: unknown }): VectorInput {
  if (op === "base-string") return exactly({ request, ...others });
  if (op === "verify") return readInput("the question", op, { received: request, ...others });
  return readInput("the question", op, request === undefined ? others : { request, ...others });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, ...input } = JSON.parse(line);
  if (op === "bye") break;
  const said =
    op === "hello"
      ? { ok: true, protocol: 1, ...(await driver.hello()) }
      : fieldsOf(op, await driver.ask(inputOf(op, input)));
  process.stdout.write(`${JSON.stringify({ id, ...said })}\n`);
}
