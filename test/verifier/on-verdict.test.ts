/** The option `onVerdict` sees every verdict and changes none. */

import { describe, expect, test } from "vitest";
import type { VerdictEvent, VerifierOptions } from "../../src/verifier/index.ts";
import { NOW, signedRequest } from "../signed-request.ts";
import { verifierWith } from "./requests.ts";

/** A verifier, and the events that it reports. */
function observed(options: Partial<VerifierOptions> = {}) {
  const events: VerdictEvent[] = [];
  const verifier = verifierWith({ onVerdict: (event) => void events.push(event), ...options });
  return { verifier, events };
}

describe("onVerdict", () => {
  test("reports an accepted request", async () => {
    const { verifier, events } = observed();
    await verifier.verify(signedRequest());
    const claimed = { consumerKey: "ck", signatureMethod: "HMAC-SHA1", timestamp: NOW };
    expect(events).toEqual([{ accepted: true, code: undefined, claimed }]);
  });

  test("reports a rejected request with its code and what it claims", async () => {
    const { verifier, events } = observed();
    await verifier.verify(signedRequest({ key: "wrong&" }));
    await verifier.verify(signedRequest({ protocol: { oauth_version: "2.0" } }));
    await verifier.verify({ ...signedRequest(), headers: {} });
    expect(events.map(({ accepted, code, claimed }) => [accepted, code, claimed?.consumerKey])).toEqual([
      [false, "signature-mismatch", "ck"],
      [false, "version-unsupported", "ck"],
      [false, "protocol-parameters-missing", undefined],
    ]);
  });

  test("reports a failed look-up and a failed store", async () => {
    const fail = (): never => {
      throw new Error("hunter2");
    };
    const lookUp = observed({ credentials: fail });
    await lookUp.verifier.verify(signedRequest());
    const claim = observed({ nonceStore: { claim: fail } });
    await claim.verifier.verify(signedRequest());
    expect(lookUp.events).toMatchObject([{ code: "credentials-unavailable" }]);
    expect(claim.events).toMatchObject([{ code: "nonce-store-unavailable" }]);
    expect(JSON.stringify([lookUp.events, claim.events])).not.toContain("hunter2");
  });

  test("reports authenticate like verify", async () => {
    const { verifier, events } = observed();
    await verifier.authenticate(signedRequest());
    await verifier.authenticate(signedRequest({ key: "wrong&" })).catch(() => {});
    expect(events.map(({ code }) => code)).toEqual([undefined, "signature-mismatch"]);
  });

  test.each<[string, VerifierOptions["onVerdict"]]>([
    [
      "throws",
      () => {
        throw new Error("no metrics");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no metrics"))],
    ["never ends", () => new Promise(() => {})],
  ])("changes no verdict if it %s", async (_what, onVerdict) => {
    const { verifier } = observed({ onVerdict });
    expect((await verifier.verify(signedRequest())).accepted).toBe(true);
    expect(await verifier.verify(signedRequest({ key: "wrong&" }))).toMatchObject({ code: "signature-mismatch" });
  });

  test("changes no verdict if it changes the event", async () => {
    const { verifier } = observed({
      onVerdict: (event) => {
        Object.assign(event, { accepted: true, code: undefined });
        Object.assign(event.claimed ?? {}, { consumerKey: "admin", token: "any" });
      },
    });
    expect(await verifier.verify(signedRequest())).toMatchObject({
      accepted: true,
      consumerKey: "ck",
      token: undefined,
    });
    expect(await verifier.verify(signedRequest({ key: "wrong&" }))).toMatchObject({
      accepted: false,
      code: "signature-mismatch",
      claimed: { consumerKey: "ck", signatureMethod: "HMAC-SHA1", timestamp: NOW },
    });
  });

  test.each<[string, () => number]>([
    ["returns no number", () => Number.NaN],
    [
      "throws",
      () => {
        throw new Error("no clock");
      },
    ],
  ])("reports a clock that %s, because no request is accepted", async (_what, now) => {
    const { verifier, events } = observed({ now });
    await expect(verifier.verify(signedRequest())).rejects.toMatchObject({ code: "clock-invalid" });
    expect(events).toEqual([{ accepted: false, code: "clock-invalid", claimed: undefined }]);
  });

  test("reports a clock that fails only when the nonce is claimed", async () => {
    let reads = 0;
    const { verifier, events } = observed({ now: () => (reads++ === 0 ? NOW : Number.NaN) });
    await expect(verifier.verify(signedRequest())).rejects.toMatchObject({ code: "clock-invalid" });
    expect(events).toMatchObject([{ accepted: false, code: "clock-invalid" }]);
  });

  test("reports each other mistake in the program that verify rejects with", async () => {
    const { verifier, events } = observed();
    const attempts = [
      verifier.verify({ ...signedRequest(), url: undefined as never }),
      verifier.authenticate(signedRequest(), { allowUnsigned: true } as never),
    ];
    await Promise.allSettled(attempts);
    expect(events.map(({ accepted, code }) => [accepted, code])).toEqual([
      [false, "request-invalid"],
      [false, "option-unknown"],
    ]);
  });
});
