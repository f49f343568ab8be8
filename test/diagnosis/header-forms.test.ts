import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { get, withProtocol } from "../../src/faults/helpers/trigger-requests.ts";
import { allFaults } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { latin1Text, utf8Octets } from "../../src/platform/index.ts";

// Unencoded values are decoded to what the client meant, unless they contain a percent sign; trimmed ones are gone.
const faults = allFaults().filter(({ id }) => /^header-(?!values-)|^scheme-missing$/.test(id));
const options = { faults, budget: { combinations: 1000 } };
const request = get(
  "/r",
  withProtocol(["oauth_nonce", "a+b c"], ["oauth_timestamp", "1700000000"], ["oauth_signature_method", "HMAC-SHA1"]),
);

describe("each form of a malformed Authorization header", () => {
  test.each(faults.map((fault) => [fault.id, fault] as const))("of %s is named", { tags: ["deep"] }, (id, fault) => {
    const forms = [fault.apply, ...(fault.variants ?? []).map((variant) => variant.apply)];
    const named = forms.map((apply) => {
      const sent = sendAs(request, apply(specification))!;
      const diagnosis = diagnose({ request: sent, key: { consumerSecret: "cs" } }, options);
      if (diagnosis.kind === "ambiguous") return diagnosis.alternatives.map((causes) => causes[0]!.id);
      return diagnosis.kind === "explained" ? diagnosis.causes.map((cause) => cause.id) : [diagnosis.kind];
    });
    expect(named.filter((ids) => !ids.includes(id))).toEqual([]);
  });

  test("is named beside an unlikely change of one parameter", { tags: ["deep"] }, () => {
    const unquoted = faults.find(({ id }) => id === "header-unquoted")!.apply(specification);
    const sent = sendAs({ ...request, url: `${request.url}?note=one%20two` }, unquoted)!;
    const diagnosis = diagnose({
      request: { ...sent, url: sent.url.replace("one%20two", "two%20one") },
      key: { consumerSecret: "cs" },
      knownValues: { note: ["one two"] },
    });
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "header-unquoted" }, { id: "value-changed:note" }],
    });
  });

  test("of 16,384 separators is read without delay, and is not named", () => {
    const headers = [["Authorization", `OAuth oauth_nonce="a"${", ".repeat(8000)}x${"(a".repeat(4000)}`]] as const;
    const diagnosis = diagnose({
      request: { method: "GET", url: "https://h/r", headers },
      key: { consumerSecret: "cs" },
    });
    expect(diagnosis.kind).toBe("not-diagnosed");
  });
});

describe("a diagnosis", () => {
  test.each(["raw octets", "text"])("names a comma at the end of a header that is read as %s", (reading) => {
    const form = faults.find(({ id }) => id === "header-trailing-separator")!;
    const { headers, ...sent } = sendAs(request, form.apply(specification))!;
    const latin1 = headers.map(([name, value]) => [name, latin1Text(utf8Octets(value))] as const);
    const read = { ...sent, headers: reading === "text" ? headers : latin1 };
    expect(diagnose({ request: read, key: { consumerSecret: "cs" } }, { faults })).toMatchObject({
      kind: "explained",
      causes: [{ id: "header-trailing-separator" }],
    });
  });

  test("distinguishes a line break behind the key from one before the base string", () => {
    const both = allFaults().filter(({ id }) => /^text\/line-break-(?:after\/key|before\/base-string)$/.test(id));
    const key = both.find(({ id }) => id.endsWith("/key"))!;
    const sent = sendAs(request, key.apply(specification))!;
    const diagnosis = diagnose({ request: sent, key: { consumerSecret: "cs" } }, { faults: both });
    expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "text/line-break-after/key" }] });
  });
});
