/** The next steps if nothing explains a signature. */

import { describe, expect, test } from "vitest";
import { explain, type Given } from "../../src/diagnosis/explain.ts";
import type { NextQuestion } from "../../src/diagnosis/text/next-steps.ts";
import { trace } from "../../src/model/index.ts";
import type { PastedRequest } from "../../src/requests/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { payment, sentWith } from "./requests.ts";

const request = sentWith([]);
const { baseString } = trace(payment);
const OTHER_KEY = { consumerSecret: "a secret that nobody used" };

/** The ids of all steps that no evidence refutes, although only three are shown. */
async function stepsFor(given: Partial<Given>): Promise<string[]> {
  const offered: string[] = [];
  const { explanation } = await explain(
    { request, keys: [OTHER_KEY], ...given },
    {
      budget: { combinations: 20 },
      faults: [],
      writeStep: ({ id, text }: NextQuestion) => {
        offered.push(id);
        return { text };
      },
    },
  );
  expect(explanation.next.length).toBe(Math.min(3, offered.length));
  return offered;
}

describe("the next steps", () => {
  test("begin with the base string, and are three at most", async () => {
    expect((await stepsFor({})).slice(0, 3)).toEqual(["base-string", "key", "address"]);
  });

  test.each(["10.0.0.7:8080", "web", "192.168.1.2", "[::1]:3000", "pay.svc.internal"])(
    "ask for the public address of the private host %s first",
    async (host) => {
      const url = `http://${host}/pay`;
      expect((await stepsFor({ request: { ...request, url } })).slice(0, 3)).toEqual(["base-string", "address", "key"]);
    },
  );

  test("begin with the length of the secret if the base string is correct", async () => {
    const steps = await stepsFor({ evidence: { baseString } });
    expect(steps.slice(0, 2)).toEqual(["secret", "key"]);
    expect(steps).not.toContain("base-string");
  });

  test("name neither another address nor a second nonce if the base string has those of the request", async () => {
    const steps = await stepsFor({ evidence: { baseString: baseString.replace("10.42", "10.43") } });
    expect(steps).not.toContain("address");
    expect(steps).not.toContain("signed-twice");
    const elsewhere = baseString.replace("gate.example", "other.example").replace("oauth_nonce", "nonce");
    const other = await stepsFor({ evidence: { baseString: elsewhere } });
    expect(other).toContain("address");
    expect(other).toContain("signed-twice");
  });

  test("name the other scheme only if no base string shows which one was signed", async () => {
    const assumed: PastedRequest = { ...request, schemeIsAssumed: true };
    expect(await stepsFor({ request: assumed })).toContain("scheme");
    expect(await stepsFor({ request: assumed, evidence: { baseString } })).not.toContain("scheme");
  });

  test("ask for the base string of this request if that of another one was given", async () => {
    const ofOther = baseString.replace("n0nce", "n1nce").replace("1700000000", "1700000001");
    const { explanation } = await explain(
      { request, keys: [OTHER_KEY], evidence: { baseString: ofOther } },
      { faults: [], budget: { combinations: 20 } },
    );
    expect(explanation.next[0]?.text).toContain("in this request, not in another one");
  });

  test("are only about the key if no public key opens the signature", async () => {
    const [own, other] = ["rsa-2048", "rsa-2048-other"].map((name) => testKeyPair(name as "rsa-2048"));
    const privateKey = own!.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const publicKey = other!.publicKey.export({ type: "spki", format: "pem" }).toString();
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? "RSA-SHA1" : value] as const,
    );
    const signed = sentWith([], { ...payment, protocolParameters, signatureMethod: "RSA-SHA1", privateKey });
    expect(await stepsFor({ request: signed, keys: [{ publicKey }] })).toEqual(["key", "capture"]);
  });
});
