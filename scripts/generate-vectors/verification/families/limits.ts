/** Limits: a request at a limit is accepted; a request beyond it is rejected before it is processed further. */

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

export const limits: VerificationFamily = {
  name: "limits",
  make: () =>
    drafts({ layer: "limits", rule: "rfc5849-4.10-1" }, [
      ["body at the limit", form(200), under({ body: 200 })],
      ["body one byte over the limit", form(201), under({ body: 200 }, OVER)],
      [
        "body that is not a form, over the limit",
        signed({ body: `{"a":"${"x".repeat(300)}"}` }),
        under({ body: 200 }, OVER),
      ],
      [
        "body over the limit in bytes, not in characters",
        changed(signed({ form: `a=${"%C3%A9".repeat(60)}` }), { body: `a=${"é".repeat(60)}` }),
        under({ body: 100 }, OVER),
      ],
      ["URL at the limit", signed({ target: `/r?a=${"x".repeat(95)}` }), under({ url: 100 })],
      ["URL one byte over the limit", signed({ target: `/r?a=${"x".repeat(96)}` }), under({ url: 100 }, OVER)],
      ["URL over the limit because of its path", signed({ target: `/${"x".repeat(200)}` }), under({ url: 100 }, OVER)],
      ["Authorization header at the limit", HEADER, under({ authorization: authorizationOf(HEADER).length })],
      [
        "Authorization header one byte over the limit",
        HEADER,
        under({ authorization: authorizationOf(HEADER).length - 1 }, OVER),
      ],
      ["Authorization header far over the limit: a realm of 20 KB", signed({ realm: "x".repeat(20_000) }), OVER],
      ["fewer parameters than the limit", many(40), under({ parameters: 50 })],
      ["more parameters than the limit", many(60), under({ parameters: 50 }, OVER)],
      [
        "more parameters than the limit in the query",
        signed({ target: `/r?${"a&".repeat(60)}` }),
        under({ parameters: 50 }, OVER),
      ],
      [
        "more parameters than the limit in query and body together",
        signed({ target: `/r?${"a&".repeat(30)}b`, form: `${"a&".repeat(30)}b` }),
        under({ parameters: 50 }, OVER),
      ],
      ["same pair 1000 times", signed({ form: "a=1&".repeat(1000) }), under({ parameters: 50 }, OVER)],
      ["parameter name at the limit", signed({ form: `${"n".repeat(50)}=1` }), under({ name: 50 })],
      ["parameter name one byte over the limit", signed({ form: `${"n".repeat(51)}=1` }), under({ name: 50 }, OVER)],
      [
        "parameter name in the query over the limit",
        signed({ target: `/r?${"n".repeat(51)}=1` }),
        under({ name: 50 }, OVER),
      ],
      ["parameter value at the limit", signed({ form: `a=${"v".repeat(100)}` }), under({ value: 100 })],
      [
        "parameter value one byte over the limit",
        signed({ form: `a=${"v".repeat(101)}` }),
        under({ value: 100 }, OVER),
      ],
      [
        "parameter value in the query over the limit",
        signed({ target: `/r?a=${"v".repeat(101)}` }),
        under({ value: 100 }, OVER),
      ],
      ["nonce at the limit", signed({ nonce: "n".repeat(32) }), under({ nonce: 32 })],
      [
        "nonce one byte over the limit",
        signed({ nonce: "n".repeat(33) }),
        under(
          { nonce: 32 },
          { ...OVER, alsoAcceptable: ["nonce-malformed"], faults: ["no-input-limits", "nonce-too-long"] },
        ),
      ],
      [
        "nonce over the limit in bytes, not in characters",
        signed({ nonce: "é".repeat(20) }),
        under(
          { nonce: 32 },
          {
            ...OVER,
            alsoAcceptable: ["nonce-malformed"],
            mayAccept: "a server may count characters",
          },
        ),
      ],
      [
        "nonce in the query over the limit",
        signed({ nonce: "n".repeat(33), transport: "query" }),
        under(
          { nonce: 32 },
          { ...OVER, alsoAcceptable: ["nonce-malformed"], faults: ["no-input-limits", "nonce-too-long"] },
        ),
      ],
      ["form with 400 parameters, limit 1000", many(400), under({ parameters: 1000 })],
    ]),
};
