/** Requests to the gateway: HMAC-SHA1 with the protocol parameters repeated in the body, and RSA-SHA256. */

import { BANK, type Client } from "../clients.ts";
import { authorized, changed, type Signed, type SigningOptions, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const MERCHANT: Client = { consumerKey: "merchant-login", consumerSecret: "0FC6DCCE-2C4A-4A5B-9E5D-1F7C3E9A2B64" };
const WITH_RSA: Client = { ...BANK, consumerKey: MERCHANT.consumerKey };
const FORM = "login=merchant-login&client_orderid=invoice-812&orderid=5624444333322221";
const TARGET = "/paynet/api/v4/create-card-ref/39915";
const GROUP = "/paynet/api/v4/create-card-ref/group/174";
const TWO = {
  layer: "protocol-parameters",
  refuse: "protocol-parameters-in-two-places",
  faults: ["protocol-params-from-two-places"],
} as const;
const server = { allowHeaderAndBody: true };

const post = (options: SigningOptions = {}): Signed =>
  signed({ by: MERCHANT, target: TARGET, form: FORM, realm: "", ...options });
const inHeaderAndBody = (options: SigningOptions = {}): Signed => post({ transport: "header-and-body", ...options });
const body = (request: Signed, from: string | RegExp, to: string): Signed =>
  changed(request, { body: Buffer.from(request.body).toString().replace(from, to) });

export const gateway: VerificationFamily = {
  name: "gateway",
  make: () =>
    drafts({ layer: "signature", rule: "gateway-4" }, [
      ["create-card-ref, protocol parameters in header and body", inHeaderAndBody(), { server }],
      [
        "create-card-ref for a group, protocol parameters in header and body",
        inHeaderAndBody({ target: GROUP }),
        { server },
      ],
      ["create-card-ref, protocol parameters only in the header", post(), { server, rule: "gateway-1" }],
      ["create-card-ref with RSA-SHA256", post({ by: WITH_RSA }), { server, rule: "gateway-1" }],
      [
        "create-card-ref with RSA-SHA256, protocol parameters in header and body",
        inHeaderAndBody({ by: WITH_RSA }),
        { server },
      ],
      [
        "no space after commas, header parameters reordered",
        authorized(
          inHeaderAndBody(),
          (value) => `OAuth realm="",${value.slice('OAuth realm="", '.length).split(", ").reverse().join(",")}`,
        ),
        { server, rule: "gateway-3" },
      ],
      [
        "form with charset ISO-8859-1",
        inHeaderAndBody({ contentType: "application/x-www-form-urlencoded; charset=ISO-8859-1" }),
        { server, rule: "gateway-2" },
      ],
      [
        "spaces sent as plus signs, tilde percent-encoded",
        body(inHeaderAndBody({ form: `${FORM}&purpose=a%20b~c` }), "a%20b~c", "a+b%7Ec"),
        { server, rule: "gateway-2" },
      ],
      ["protocol parameters first in the body", body(inHeaderAndBody(), /^(.*?)&(oauth_.*)$/, "$2&$1"), { server }],
      [
        "only some of the protocol parameters repeated in the body",
        body(inHeaderAndBody(), /&oauth_version=1\.0/, ""),
        { server, mayRefuse: "a server may require all or none of them" },
      ],
      ["protocol parameters in header and body, not allowed by the server", inHeaderAndBody(), TWO],
      [
        "RSA: protocol parameters in header and body, not allowed by the server",
        inHeaderAndBody({ by: WITH_RSA }),
        TWO,
      ],
      [
        "different nonce in the body",
        body(inHeaderAndBody(), "oauth_nonce=5f1d", "oauth_nonce=6f1d"),
        { ...TWO, server },
      ],
      [
        "different timestamp in the body",
        body(inHeaderAndBody(), "oauth_timestamp=1700000000", "oauth_timestamp=1700000001"),
        { ...TWO, server },
      ],
      [
        "different consumer key in the body",
        body(inHeaderAndBody(), "oauth_consumer_key=merchant-login", "oauth_consumer_key=other"),
        { ...TWO, server },
      ],
      [
        "protocol parameter only in the body",
        body(inHeaderAndBody(), /$/, "&oauth_callback=oob"),
        { ...TWO, server, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "different signature in the body",
        body(inHeaderAndBody(), /$/, "&oauth_signature=AAAA"),
        { ...TWO, server, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "nonce twice in the body",
        body(inHeaderAndBody(), /$/, "&oauth_nonce=5f1d3c7e9b2a4068"),
        { ...TWO, server, refuse: "parameter-duplicated", faults: ["duplicate-protocol-params-accepted"] },
      ],
      [
        "nonce repeated in the query, where only header and body are allowed",
        changed(post(), { url: `${TARGET}?oauth_nonce=5f1d3c7e9b2a4068` }),
        { ...TWO, server },
      ],
      [
        "order id changed after signing",
        body(inHeaderAndBody(), "5624444333322221", "5624444333322222"),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "endpoint changed after signing",
        changed(inHeaderAndBody(), { url: GROUP }),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "path prefix changed after signing",
        changed(inHeaderAndBody(), { url: TARGET.replace("/paynet", "/processing") }),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "login changed after signing, consumer key unchanged",
        body(inHeaderAndBody(), /^login=merchant-login/, "login=other"),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "signed with the control key in lower case",
        {
          ...inHeaderAndBody({ by: { ...MERCHANT, consumerSecret: MERCHANT.consumerSecret!.toLowerCase() } }),
          by: MERCHANT,
        },
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "same request sent again",
        inHeaderAndBody(),
        {
          server,
          layer: "nonce",
          rule: "gateway-1",
          refuse: "nonce-used",
          faults: ["no-nonce-check"],
          cves: ["CVE-2013-4346"],
          earlier: [{ now: 1_700_000_000, request: inHeaderAndBody(), accepted: true }],
        },
      ],
      [
        "timestamp half an hour old",
        inHeaderAndBody({ timestamp: 1_700_000_000 - 1800 }),
        { server, layer: "timestamp", rule: "gateway-1", refuse: "timestamp-too-old" },
      ],
    ]),
};
