/** Limits: what is at its limit passes, what is one beyond it does not, and is not worked on. */

import type { VerificationLimits } from "../../../../src/conformance/vectors/index.ts";
import { authorizationOf, changed, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationDraft, type VerificationFamily } from "../types.ts";

const OVER = { refuse: "limit-exceeded", faults: ["no-input-limits"] };
const under = (limits: VerificationLimits, own: Partial<VerificationDraft> = {}): Partial<VerificationDraft> => ({
  server: { limits },
  ...own,
});
const form = (length: number): Signed => signed({ form: `a=${"x".repeat(length - 2)}` });
const many = (count: number): Signed =>
  signed({ form: Array.from({ length: count }, (_, index) => `p${index}=${index}`).join("&") });
const HEADER = signed();

/** See the module. */
export const limits: VerificationFamily = {
  name: "limits",
  make: () =>
    drafts({ layer: "limits", rule: "rfc5849-4.10-1" }, [
      ["a body at its limit", form(200), under({ body: 200 })],
      ["a body one octet beyond its limit", form(201), under({ body: 200 }, OVER)],
      [
        "a body that is no form, beyond its limit",
        signed({ body: `{"a":"${"x".repeat(300)}"}` }),
        under({ body: 200 }, OVER),
      ],
      [
        "a body whose octets, not its characters, are beyond its limit",
        changed(signed({ form: `a=${"%C3%A9".repeat(60)}` }), { body: `a=${"é".repeat(60)}` }),
        under({ body: 100 }, OVER),
      ],
      ["a URL at its limit", signed({ target: `/r?a=${"x".repeat(95)}` }), under({ url: 100 })],
      ["a URL one octet beyond its limit", signed({ target: `/r?a=${"x".repeat(96)}` }), under({ url: 100 }, OVER)],
      ["a path beyond the limit", signed({ target: `/${"x".repeat(200)}` }), under({ url: 100 }, OVER)],
      ["a header at its limit", HEADER, under({ authorization: authorizationOf(HEADER).length })],
      [
        "a header one octet beyond its limit",
        HEADER,
        under({ authorization: authorizationOf(HEADER).length - 1 }, OVER),
      ],
      ["a header far beyond its limit: a realm of 20 KB", signed({ realm: "x".repeat(20_000) }), OVER],
      ["fewer parameters than the limit", many(40), under({ parameters: 50 })],
      ["more parameters than the limit", many(60), under({ parameters: 50 }, OVER)],
      [
        "more parameters than the limit in the query",
        signed({ target: `/r?${"a&".repeat(60)}` }),
        under({ parameters: 50 }, OVER),
      ],
      [
        "more parameters than the limit, from query and body together",
        signed({ target: `/r?${"a&".repeat(30)}b`, form: `${"a&".repeat(30)}b` }),
        under({ parameters: 50 }, OVER),
      ],
      ["a thousand times the same pair", signed({ form: "a=1&".repeat(1000) }), under({ parameters: 50 }, OVER)],
      ["a name at its limit", signed({ form: `${"n".repeat(50)}=1` }), under({ name: 50 })],
      ["a name one octet beyond its limit", signed({ form: `${"n".repeat(51)}=1` }), under({ name: 50 }, OVER)],
      ["a name in the query beyond its limit", signed({ target: `/r?${"n".repeat(51)}=1` }), under({ name: 50 }, OVER)],
      ["a value at its limit", signed({ form: `a=${"v".repeat(100)}` }), under({ value: 100 })],
      ["a value one octet beyond its limit", signed({ form: `a=${"v".repeat(101)}` }), under({ value: 100 }, OVER)],
      [
        "a value in the query beyond its limit",
        signed({ target: `/r?a=${"v".repeat(101)}` }),
        under({ value: 100 }, OVER),
      ],
      ["a nonce at its limit", signed({ nonce: "n".repeat(32) }), under({ nonce: 32 })],
      [
        "a nonce one octet beyond its limit",
        signed({ nonce: "n".repeat(33) }),
        under(
          { nonce: 32 },
          { ...OVER, alsoAcceptable: ["nonce-malformed"], faults: ["no-input-limits", "nonce-too-long"] },
        ),
      ],
      [
        "a nonce beyond its limit in octets, not in characters",
        signed({ nonce: "é".repeat(20) }),
        under(
          { nonce: 32 },
          {
            ...OVER,
            alsoAcceptable: ["nonce-malformed"],
            mayAccept: "a server may count characters, or not take such a nonce at all",
          },
        ),
      ],
      [
        "a nonce beyond its limit in the query",
        signed({ nonce: "n".repeat(33), transport: "query" }),
        under(
          { nonce: 32 },
          { ...OVER, alsoAcceptable: ["nonce-malformed"], faults: ["no-input-limits", "nonce-too-long"] },
        ),
      ],
      ["a form of 400 parameters where 1000 may come", many(400), under({ parameters: 1000 })],
    ]),
};
