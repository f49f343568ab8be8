/** The option `onVerdict` sees every verdict and changes none. */

import { describe, expect, test } from "vitest";
import type { VerdictEvent, VerifierOptions } from "../../src/verifier/index.ts";
import { craft, NOW, SECRET, verifierWith, watchedStore } from "./requests.ts";

/** A verifier whose steps take the given milliseconds, and the events that it reports. */
function observed(options: Partial<VerifierOptions> = {}) {
  const events: VerdictEvent[] = [];
  let time = 100;
  const store = watchedStore();
  const verifier = verifierWith({
    credentials: () => {
      time += 5;
      return { consumerSecret: SECRET };
    },
    nonceStore: {
      claim: (claim) => {
        time += 7;
        return store.claim(claim);
      },
    },
    durationClock: () => time,
    onVerdict: (event) => void events.push(event),
    ...options,
  });
  return { verifier, events };
}

describe("onVerdict", () => {
  test("reports an accepted request with the durations of its steps", async () => {
    const { verifier, events } = observed();
    await verifier.verify(craft());
    const claimed = { consumerKey: "ck", signatureMethod: "HMAC-SHA1", timestamp: NOW };
    expect(events).toEqual([
      { accepted: true, code: undefined, claimed, durations: { lookUp: 5, signature: 0, claim: 7 } },
    ]);
  });

  test("reports a rejected request without the steps that were not reached", async () => {
    const { verifier, events } = observed();
    await verifier.verify(craft({ key: "wrong&" }));
    await verifier.verify(craft({ protocol: { oauth_version: "2.0" } }));
    await verifier.verify({ ...craft(), headers: {} });
    expect(events.map(({ accepted, code, durations }) => [accepted, code, durations])).toEqual([
      [false, "signature-mismatch", { lookUp: 5, signature: 0 }],
      [false, "version-unsupported", {}],
      [false, "protocol-parameters-missing", {}],
    ]);
    expect(events.map(({ claimed }) => claimed?.consumerKey)).toEqual(["ck", "ck", undefined]);
  });

  test("reports a failed look-up and a failed store with their durations", async () => {
    const fail = (): never => {
      throw new Error("hunter2");
    };
    const lookUp = observed({ credentials: fail });
    await lookUp.verifier.verify(craft());
    const claim = observed({ nonceStore: { claim: fail } });
    await claim.verifier.verify(craft());
    expect(lookUp.events).toMatchObject([{ code: "credentials-unavailable", durations: { lookUp: 0 } }]);
    expect(claim.events).toMatchObject([{ code: "nonce-store-unavailable", durations: { claim: 0 } }]);
    expect(JSON.stringify([lookUp.events, claim.events])).not.toContain("hunter2");
  });

  test("reports authenticate like verify", async () => {
    const { verifier, events } = observed();
    await verifier.authenticate(craft());
    await verifier.authenticate(craft({ key: "wrong&" })).catch(() => {});
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
    expect((await verifier.verify(craft())).accepted).toBe(true);
    expect(await verifier.verify(craft({ key: "wrong&" }))).toMatchObject({ code: "signature-mismatch" });
  });

  test("changes no verdict if its clock throws", async () => {
    const durationClock = (): never => {
      throw new Error("no clock");
    };
    const { verifier, events } = observed({ durationClock });
    expect((await verifier.verify(craft())).accepted).toBe(true);
    expect(events[0]!.durations.lookUp).toBeNaN();
  });

  test("reports no verdict for a mistake in the program", async () => {
    const { verifier, events } = observed();
    await expect(verifier.verify({ ...craft(), url: undefined as never })).rejects.toMatchObject({
      code: "request-invalid",
    });
    expect(events).toEqual([]);
  });

  test("without it nothing is measured", async () => {
    let reads = 0;
    const { verifier } = observed({ onVerdict: undefined, durationClock: () => reads++ });
    await verifier.verify(craft());
    expect(reads).toBe(0);
  });
});
