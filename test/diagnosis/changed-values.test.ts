/** Requests whose values were written in another way after signing. */

import { expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import type { HttpRequest, NameValue } from "../../src/model/index.ts";
import { asked, payment, sentWith } from "./requests.ts";

/** Signed with some parameters, and sent with others. */
function signedAndSent(signed: readonly NameValue[], sent: readonly NameValue[]): HttpRequest {
  const { headers } = sentWith([], { ...payment, form: signed });
  return { ...sentWith([], { ...payment, form: sent }), headers };
}

test.each([
  ['{"b": 1, "a": ": ,"}', '{"a": ": ,", "b": 1}', "with its names sorted, and a space after , and :"],
  ['{"b":1,"c":0,"a":[2,1]}', '{"a":[2,1],"b":1,"c":0}', "with its names sorted"],
  ['{"a":1,"c":0,"b":2}', '{"b":2,"c":0,"a":1}', "with its names in reverse order"],
])("JSON that is sent as %s and was signed as %s is named", (sent, signed, how) => {
  const diagnosis = diagnose(asked(signedAndSent([["meta", signed]], [["meta", sent]])));
  expect(diagnosis).toMatchObject({
    kind: "explained",
    causes: [{ id: "json-values-written-differently", what: `The client signs JSON in values ${how}.` }],
  });
});

test("a list that was joined after signing is named", () => {
  const signed = [
    ["tags", "a"],
    ["tags", "b c"],
  ] as const;
  const diagnosis = diagnose(asked(signedAndSent(signed, [["tags", "a,b c"]])));
  expect(diagnosis).toMatchObject({
    kind: "explained",
    causes: [{ id: "parameter-signed-apart:tags", what: expect.stringContaining("signed as 2 parameters") }],
  });
});

test.each([
  ["signature-misnamed", (name: string) => name, (text: string) => text.replace("oauth_signature=", "signature=")],
  ["header-misnamed", (name: string) => `X-${name}`, (text: string) => text],
])("a signature under another name is told by the reason %s", (reason, rename, change) => {
  const { headers, ...request } = sentWith([]);
  const changedHeaders = headers.map(([name, value]) =>
    name.toLowerCase() === "authorization" ? ([rename(name), change(value)] as const) : ([name, value] as const),
  );
  const diagnosis = diagnose(asked({ ...request, headers: changedHeaders }));
  expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason });
});

test("a header that only begins like the scheme is not taken for a misnamed one", () => {
  const { headers, ...request } = sentWith([]);
  const others = [...headers.filter(([name]) => name.toLowerCase() !== "authorization"), ["X-Note", "OAuth"]] as const;
  expect(diagnose(asked({ ...request, headers: others }))).toMatchObject({ reason: "unsigned" });
});
