/** Example requests, and the simulator's answers to them. */

import { OPERATIONS, type Operation, type OperationName } from "../../src/gateway/index.ts";
import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../src/gateway/simulator/sample-data.ts";
import { createSigner } from "../../src/index.ts";
import type { Json } from "./schemas.ts";

/** The form of the example, by the names in the request. */
export function exampleForm(name: OperationName): Readonly<Record<string, string>> {
  const { parameters, example }: Operation = OPERATIONS[name];
  return Object.fromEntries(Object.entries(example).map(([argument, value]) => [parameters[argument]!.name, value]));
}

/** One answer of the simulator. */
export interface Exchange {
  readonly text: string;
  /** The answer if the client accepts JSON. */
  readonly json: Json;
}

/** The answers to each example request, and those that report a mistake. */
export interface RecordedAnswers {
  readonly operations: Readonly<Record<OperationName, Exchange>>;
  readonly errors: Readonly<Record<"validation-error" | "error", Exchange>>;
  /** The page for a request whose signature is not valid. */
  readonly page: string;
}

/** These values differ from run to run. */
const SERIAL_RE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const FIRST_ORDER_RE = /[1-9][0-9]{5}000001/g;

/** Sends each request as the first one of a new simulator, so that its order is the first one, too. */
export async function recordAnswers(): Promise<RecordedAnswers> {
  const sample = await createSampleData();

  async function send(name: OperationName, form: Readonly<Record<string, string>>, accept?: string): Promise<string> {
    const simulator = await startGatewaySimulator({ data: sample.data });
    const { version, path, signatureMethod } = OPERATIONS[name];
    const url = `${simulator.origin}/processing/api/${version}/${path}/${sample.endpoint}`;
    const { login: consumerKey, controlKey: consumerSecret, privateKey } = sample;
    const signer =
      signatureMethod === "HMAC-SHA1"
        ? createSigner({ consumerKey, signatureMethod, consumerSecret })
        : createSigner({ consumerKey, signatureMethod, privateKey });
    const { headers, body } = signer.sign({ method: "POST", url, form });
    const sent = accept === undefined ? headers : { ...headers, accept };
    const response = await fetch(url, { method: "POST", headers: sent, body: String(body) });
    const text = await response.text();
    await simulator.close();
    return text.replace(SERIAL_RE, "00000000-0000-0000-0000-000000000001").replace(FIRST_ORDER_RE, "100000000001");
  }

  async function exchange(name: OperationName, form = exampleForm(name)): Promise<Exchange> {
    return { text: await send(name, form), json: JSON.parse(await send(name, form, "application/vnd.pay+json")) };
  }

  const operations: [string, Exchange][] = [];
  for (const name of Object.keys(OPERATIONS) as OperationName[]) operations.push([name, await exchange(name)]);
  const { client_orderid } = exampleForm("createCardRef");
  const simulator = await startGatewaySimulator({ data: sample.data });
  const unsigned = await fetch(`${simulator.origin}/processing/api/v4/status/1`, { method: "POST" });
  const page = await unsigned.text();
  await simulator.close();
  return {
    operations: Object.fromEntries(operations) as RecordedAnswers["operations"],
    errors: {
      "validation-error": await exchange("createCardRef", { client_orderid: client_orderid! }),
      error: await exchange("createCardRef", { client_orderid: client_orderid!, orderid: "404" }),
    },
    page,
  };
}
