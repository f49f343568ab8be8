/** Checks of content: text, nonce and timestamp pass through the driver unchanged. */

import { type InputOf, type StageValues, shownJson } from "../../vectors/index.ts";
import { undeclared } from "../declared.ts";
import { type AskedDriver, type Check, DriverFault, DriverWarning } from "./check.ts";
import { FOREIGN_TEXT, foreignAnswer, probe } from "./probes.ts";

export const CONTENT_CHECKS: readonly Check[] = [
  {
    id: "nonce-and-timestamp",
    title: "signs with the given nonce and timestamp",
    hint: 'pass both to the implementation; if it does not take them, declare "fixesNonceAndTimestamp": false in hello',
    ask: checkNonceAndTimestamp,
  },
  {
    id: "utf-8",
    title: "reads and writes UTF-8",
    hint: "read stdin and write stdout as UTF-8 in every locale, or write only ASCII with \\u escapes",
    ask: checkUtf8,
  },
  {
    id: "octets",
    title: "percent-encodes octets that are not text",
    hint: "decode octets from base64 and pass them on; if the implementation takes text only, declare octets in limits.without",
    ask: checkOctets,
  },
];

/** Vectors find mistakes of the implementation; this check finds a driver that reads `text` only. */
async function checkOctets({ hello, ask }: AskedDriver): Promise<string | undefined> {
  const input: InputOf<"percent-encoding"> = { operation: "percent-encoding", text: Uint8Array.of(0xff) };
  if (!hello.operations.includes("percent-encoding")) return "does not declare percent-encoding";
  if (undeclared(hello, input) !== undefined) return "declares that it takes text only";
  const answer = await ask(input);
  const value = answer.ok ? answer.stages["percent-encoding"] : answer.message;
  const isOther = answer.ok ? !/^%ff$/i.test(String(value)) : answer.error === "failed";
  if (isOther) throw new DriverWarning(`expected "%FF" for {"octets":"/w=="}, got ${shownJson(value)}`);
  return undefined;
}

/** Vectors show any other mistake with text. */
async function checkUtf8({ hello, ask }: AskedDriver): Promise<string | undefined> {
  const inputs = hello.operations.flatMap((operation) => foreignAnswer(operation) ?? []);
  const mangled = Buffer.from(FOREIGN_TEXT).toString("latin1");
  for (const input of inputs) {
    if (JSON.stringify(await ask(input)).includes(mangled))
      throw new DriverFault(`${input.operation}: the driver encodes text as UTF-8 twice`);
  }
  return inputs.length === 0 ? "no declared operation returns text" : undefined;
}

async function checkNonceAndTimestamp(driver: AskedDriver): Promise<string | undefined> {
  const { hello } = driver;
  if (!hello.operations.includes("sign")) return "does not declare sign";
  if (hello.fixesNonceAndTimestamp === false) return "declares that it chooses them itself";
  const input = probe("sign", hello);
  const given = await signed(driver, input);
  if (given === undefined) return "does not sign a plain request";
  for (const [name, value] of [
    ["oauth_nonce", input.nonce],
    ["oauth_timestamp", input.timestamp],
  ] as const) {
    const sent = sentValue(given, name);
    if (sent !== undefined && sent !== value) throw new DriverFault(`expected ${name} to be ${value}, got ${sent}`);
  }
  if ((await signed(driver, input))?.signature !== given.signature) {
    throw new DriverFault("the same question got two different signatures");
  }
  for (const other of [{ nonce: "another" }, { timestamp: "1700000001" }]) {
    const [name] = Object.keys(other);
    if (
      input.signatureMethod !== "PLAINTEXT" &&
      (await signed(driver, { ...input, ...other }))?.signature === given.signature
    ) {
      throw new DriverFault(`the signature does not depend on the ${name}`);
    }
  }
  return undefined;
}

async function signed(driver: AskedDriver, input: InputOf<"sign">): Promise<StageValues | undefined> {
  const answer = await driver.ask(input);
  return answer.ok ? answer.stages : undefined;
}

/** The value as it was sent. Nonce and timestamp contain no characters that are encoded. */
function sentValue({ "authorization-header": header, url, body }: StageValues, name: string): string | undefined {
  const sent = [header, url, body].filter((part) => typeof part === "string").join("&");
  return new RegExp(`${name}="?([^"&,\\s]*)`).exec(sent)?.[1];
}
