import { describe, expect, test } from "vitest";
import { diagnose, explainRequest } from "../../src/diagnosis/index.ts";
import { traceSent } from "../../src/model/index.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const keys = [{ consumerSecret: SECRET }];

describe("explainRequest", () => {
  test("names as causes why a server rejects a request with a valid signature", async () => {
    const found = await explainRequest(sentWith(["timestamp-milliseconds"]), keys);
    expect(found).toMatchObject({ data: { kind: "rejected" }, causes: ["timestamp-milliseconds"], parameters: [] });
  });

  test("tries only the causes whose ids are given", async () => {
    const request = sentWith(["asterisk-bare"]);
    const withCauses = (...causes: readonly string[]) => explainRequest(request, keys, { causes });
    expect((await withCauses("not-sorted", "asterisk-bare"))?.causes).toEqual(["asterisk-bare"]);
    expect((await withCauses("not-sorted"))?.data).toMatchObject({ kind: "unknown", limitReached: false });
    const form = payment.form!.map(([name, value]) => [name, value === "10.42" ? "10.43" : value] as const);
    const changed = { ...sentWith([]), headers: sentWith([], { ...payment, form }).headers };
    expect((await explainRequest(changed, keys))?.causes).toEqual(["value-changed:amount"]);
    expect((await explainRequest(changed, keys, { causes: ["not-sorted"] }))?.causes).toEqual([]);
  });

  test("returns nothing for a valid request", async () => {
    expect(await explainRequest(sentWith([]), keys)).toBeUndefined();
  });
});

describe("a signed base string", () => {
  const form = payment.form!.map(([name, value]) => [name, value === "10.42" ? "10.43" : value] as const);
  const before = sentWith([], { ...payment, form });
  const request = { ...sentWith([]), headers: before.headers };
  const signed = traceSent(before, {}).baseString;
  const kindFor = (baseString: string) =>
    diagnose(asked(request, { evidence: { baseString } }), { budget: { combinations: 10 } }).kind;

  test("is of the request with a changed value, whatever text follows it", () => {
    expect(kindFor(signed)).toBe("changed");
    expect(kindFor(`${signed}&x`)).toBe("changed");
  });

  test("names the parameters that differ", async () => {
    const found = await explainRequest(request, keys, { signedBaseString: signed });
    expect(found).toMatchObject({ data: { kind: "changed" }, parameters: ["amount"] });
  });
});
