/** The diagnosis of one request: its first answer in a process, and a search that finds nothing. */

import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { createBaseStringSigner, createSigner } from "./built.ts";
import { cpuTime } from "./measure.ts";
import { CONSUMER_KEY, SECRET, works } from "./workload.ts";

type Diagnosis = typeof import("../../src/diagnosis/index.ts");

export const REQUEST_URL = "https://sandbox.example.com/status?order=1%202&amount=10.42";

/** Headers of the same request: valid, with a space signed as `+`, and with a mistake that nothing explains. */
export const AUTHORIZATION = {
  valid: () => signedOver((baseString) => baseString),
  "one mistake": () => signedOver((baseString) => baseString.replace("%2520", "%2B")),
  "an unknown mistake": () => signedOver((baseString) => `${baseString} changed`),
};

function signedOver(change: (baseString: string) => string): string {
  const signed = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET }).sign(
    { method: "GET", url: REQUEST_URL },
  );
  const key = createBaseStringSigner({ signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const signature = encodeURIComponent(key.sign(change(signed.baseString)));
  return signed.authorization!.replace(/oauth_signature="[^"]*"/, `oauth_signature="${signature}"`);
}

/** Nanoseconds of the first diagnosis in this process, with nothing compiled before. */
export async function firstDiagnosis(mistake: keyof typeof AUTHORIZATION, expected: string): Promise<number> {
  const { diagnose }: Diagnosis = await import(new URL("../../dist/diagnosis/index.js", import.meta.url).href);
  const headers: [string, string][] = [["Authorization", AUTHORIZATION[mistake]()]];
  const request = { method: "GET", url: REQUEST_URL, headers };
  const input: DiagnosisInput = { request, key: { consumerSecret: SECRET } };
  const start = cpuTime();
  const { kind } = diagnose(input);
  const nanoseconds = cpuTime() - start;
  if (kind !== expected) throw new Error(`the diagnosis of ${mistake} is ${kind} instead of ${expected}`);
  return nanoseconds;
}

/** Nanoseconds for each combination of a search that finds nothing in a form of 16 parameters, the rest of the diagnosis included. */
export async function triedCombination(): Promise<number> {
  const { diagnose }: Diagnosis = await import(new URL("../../dist/diagnosis/index.js", import.meta.url).href);
  const [work] = works(16, 1);
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const { method, url, headers, body = "" } = signer.sign(work!.request, work!.options);
  const request = { method, url, headers: Object.entries(headers), body: Buffer.from(body) };
  const input: DiagnosisInput = { request, key: { consumerSecret: "a key that nothing explains" } };
  const start = cpuTime();
  const diagnosis = diagnose(input);
  if (diagnosis.kind !== "unknown") throw new Error(`the diagnosis of an unknown key is ${diagnosis.kind}`);
  return (cpuTime() - start) / diagnosis.tried;
}
