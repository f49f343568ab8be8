import { describe, expect, test } from "vitest";
import { listFaults, showFault } from "../../src/cli/explain/faults.ts";
import { UsageError } from "../../src/cli/process/exit-codes.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";
import { FAULTS, UNMODELLED_MISTAKES } from "../../src/faults/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";

function output(run: (terminal: Terminal) => number): string {
  const terminal = fakeTerminal();
  expect(run(terminal)).toBe(0);
  return terminal.text();
}

describe("countersign faults", () => {
  test("lists all that have a name", () => {
    const lines = output(listFaults).trimEnd().split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(FAULTS.map(({ id }) => id));
  });

  test("prints the page of each as plain text", () => {
    for (const { id } of FAULTS) {
      const page = output((terminal) => showFault(id, terminal));
      expect(page).toMatch(new RegExp(`^\\S.*\\n\\n[A-Z][\\s\\S]*\\b${id}\\b`));
      expect(page).not.toMatch(/do not edit|All faults|^#|```|\]\(|<http/m);
    }
  });

  test("prints the text of a page without its marks, and code as it is", () => {
    const page = output((terminal) => showFault("asterisk-bare", terminal));
    expect(page).toContain("leaves * unencoded, as a form encoder does.\n\nFault asterisk-bare. ");
    expect(page).toContain("\n\n  GET https://example.com/r?q=*\n  protocol parameters");
    expect(page).toContain('- Kotlin: URLEncoder.encode(text, "UTF-8").replace("+", "%20").replace("*", "%2A")');
    expect(page).toContain("- https://github.com/AsyncHttpClient/async-http-client/issues/1216\n");
  });

  test("says why one has no page", () => {
    const { id, reason } = UNMODELLED_MISTAKES[0]!;
    expect(output((terminal) => showFault(id, terminal))).toContain(reason);
  });

  test("explains a cause that is not in the code of the client", () => {
    expect(output((terminal) => showFault("other-scheme", terminal))).toMatch(
      /^The client signed http instead of https[\s\S]*To fix it: /,
    );
    expect(output((terminal) => showFault("text/empty/consumer-secret", terminal))).toMatch(
      /^The client signs with the consumer secret as an empty text\./,
    );
  });

  test.each([
    ["value-changed:note", "For example: amount was signed with another value."],
    ["parameter-not-signed:a and b", "For example: amount was sent but not signed."],
    ["parameter-not-sent:host", "For example: oauth_callback was signed but not sent as a parameter."],
    [
      "parameter-signed-apart:tags",
      "For example: amount was signed as 2 parameters and sent as one value with commas.",
    ],
    ["parameter-misnamed:oauth_token", "For example: oauth_version was sent as version."],
    ["other-host:www.example", "For example: The client signed"],
    ["other-origin:https://www.example", "For example: The client signed for https://other.example."],
    ["other-key:production", "For example: The client signed with another key: another key."],
    ["path-without:/api", "For example: The client signed the path without /shop."],
    ["identifiers-as-secrets", "The consumer key and the token are used as the secrets."],
    ["parameters-sent-twice", "The query was written a second time, into the form."],
    ["body-copy-changed", "The copy of the protocol parameters in the body was changed after signing."],
    ["form-without-content-type", "The body was signed as a form, but sent without Content-Type."],
    ["plus-sent-unencoded", "The + of values was"],
  ])("explains a cause of one request: %s", (id, what) => {
    const text = output((terminal) => showFault(id, terminal));
    expect(text).toMatch(/\nTo fix it: ./);
    expect(text.slice(0, what.length)).toBe(what);
  });

  const expectRefused = (id: string): void => {
    expect(() => output((terminal) => showFault(id, terminal))).toThrow(UsageError);
  };
  test.each(["constructor"])("refuses what is none: %s", expectRefused);
  test.each(["no-such-fault", "no-such-kind:note"])("refuses what is none: %s", { tags: ["deep"] }, expectRefused);
});
