import { describe, expect, test } from "vitest";
import { adaptTo, FEATURE_NAMES, type Hello } from "../../../src/conformance/drivers/index.ts";
import { generateCase, PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { RIGHT, runResults, saying } from "./wrong.ts";

const propertiesNamed = (...ids: readonly string[]) => PROPERTIES.filter(({ id }) => ids.includes(id));
const signing = propertiesNamed("agrees-with-model", "sends-what-it-signs", "signature-verifies");
const SIGNING_FEATURES = FEATURE_NAMES.filter((name) => !name.endsWith("-policy"));
const COUNT = 25;

/** A library that can do little. */
const PLAIN: Partial<Hello> = {
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: {
    httpMethods: ["GET", "POST"],
    without: [
      ...(["octets", "form-encoded", "body", "query", "repeated-names", "no-token", "no-version", "realm"] as const),
      ...(["protocol-parameters", "text-timestamp", "token-secret-alone"] as const),
    ],
  },
};

async function propertiesWith(hello: Partial<Hello>, properties = signing) {
  const indices = { first: 0, count: COUNT };
  return (await runResults({ properties, driver: saying(RIGHT, hello), indices })).properties;
}

describe("generated requests", () => {
  test.each(SIGNING_FEATURES)(
    "are all offered to a correct library without %s, which passes",
    { tags: ["deep"] },
    async (feature) => {
      for (const { id, verdict, notOffered } of await propertiesWith({ limits: { without: [feature] } }))
        expect({ id, verdict, notOffered }).toEqual({ id, verdict: "pass", notOffered: 0 });
    },
  );

  test.each<readonly [string, Partial<Hello>]>([
    ["one method", { signatureMethods: ["HMAC-SHA512"] }],
    ["RSA only", { signatureMethods: ["RSA-SHA256"] }],
    ["PLAINTEXT for sign", { limits: { signatureMethods: { sign: ["PLAINTEXT"] } } }],
    ["one transport", { transports: ["query"] }],
    ["body transports", { transports: ["body"], limits: { without: ["body-transport-without-form"] } }],
    ["GET only", { transports: ["header"], limits: { httpMethods: ["GET"] } }],
    ["two HTTP methods", { limits: { httpMethods: ["GET", "POST"] } }],
    ["almost nothing", PLAIN],
  ])("are all offered to a correct library with %s, which passes", { tags: ["deep"] }, async (_what, hello) => {
    for (const { id, verdict, notOffered } of await propertiesWith(hello))
      expect({ id, verdict, notOffered }).toEqual({ id, verdict: "pass", notOffered: 0 });
  });

  test("of other properties are offered within limits too", async () => {
    const others = propertiesNamed("base-string-separates", "verification-agrees", "signing-is-deterministic");
    for (const { id, verdict, runs, notOffered } of await propertiesWith(PLAIN, others)) {
      expect({ id, verdict }).toEqual({ id, verdict: "pass" });
      expect(notOffered).toBeLessThan(runs / 2);
    }
  });

  test("are not offered where the property needs what the library lacks", async () => {
    const [order] = await propertiesWith(
      { limits: { without: ["form", "form-encoded"] } },
      propertiesNamed("order-is-free"),
    );
    expect(order).toMatchObject({ verdict: "not-offered", runs: COUNT, notOffered: COUNT });
  });

  test("are not changed for a library that can do everything", () => {
    const adapt = adaptTo({ operations: ["sign"] }, "sign");
    for (const { cases, casesWithin } of signing) {
      for (let index = 0; index < COUNT; index++)
        expect(generateCase(casesWithin(adapt), 1, index)).toEqual(generateCase(cases, 1, index));
    }
  });
});
