/** The gateway's requests: HMAC-SHA1 with the protocol parameters repeated in the body, and RSA-SHA256. */

import { BANK, type Client } from "../clients.ts";
import { authorized, changed, type Meant, type Signed, signed } from "../signed.ts";
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

const post = (meant: Meant = {}): Signed => signed({ by: MERCHANT, target: TARGET, form: FORM, realm: "", ...meant });
const habit = (meant: Meant = {}): Signed => post({ transport: "header-and-body", ...meant });
const body = (request: Signed, from: string | RegExp, to: string): Signed =>
  changed(request, { body: Buffer.from(request.body).toString().replace(from, to) });

/** See the module. */
export const gateway: VerificationFamily = {
  name: "gateway",
  make: () =>
    drafts({ layer: "signature", rule: "gateway-4" }, [
      ["create-card-ref, header and body", habit(), { server }],
      ["create-card-ref for a group, header and body", habit({ target: GROUP }), { server }],
      ["create-card-ref, in the header alone", post(), { server, rule: "gateway-1" }],
      ["create-card-ref by RSA-SHA256", post({ by: WITH_RSA }), { server, rule: "gateway-1" }],
      ["create-card-ref by RSA-SHA256, header and body", habit({ by: WITH_RSA }), { server }],
      [
        "commas without a space, parameters in another order",
        authorized(
          habit(),
          (value) => `OAuth realm="",${value.slice('OAuth realm="", '.length).split(", ").reverse().join(",")}`,
        ),
        { server, rule: "gateway-3" },
      ],
      [
        "the form's charset ISO-8859-1",
        habit({ contentType: "application/x-www-form-urlencoded; charset=ISO-8859-1" }),
        { server, rule: "gateway-2" },
      ],
      [
        "spaces as plus signs, a tilde escaped",
        body(habit({ form: `${FORM}&purpose=a%20b~c` }), "a%20b~c", "a+b%7Ec"),
        { server, rule: "gateway-2" },
      ],
      [
        "the protocol parameters of the body before the others",
        body(habit(), /^(.*?)&(oauth_.*)$/, "$2&$1"),
        { server },
      ],
      [
        "a part of the protocol parameters in the body",
        body(habit(), /&oauth_version=1\.0/, ""),
        { server, mayRefuse: "a server may ask for all or none" },
      ],
      ["header and body, where that is not allowed", habit(), TWO],
      ["RSA: header and body, where that is not allowed", habit({ by: WITH_RSA }), TWO],
      ["another nonce in the body", body(habit(), "oauth_nonce=5f1d", "oauth_nonce=6f1d"), { ...TWO, server }],
      [
        "another timestamp in the body",
        body(habit(), "oauth_timestamp=1700000000", "oauth_timestamp=1700000001"),
        { ...TWO, server },
      ],
      [
        "another consumer key in the body",
        body(habit(), "oauth_consumer_key=merchant-login", "oauth_consumer_key=other"),
        { ...TWO, server },
      ],
      [
        "a protocol parameter in the body that the header lacks",
        body(habit(), /$/, "&oauth_callback=oob"),
        { ...TWO, server, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "another signature in the body",
        body(habit(), /$/, "&oauth_signature=AAAA"),
        { ...TWO, server, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "the nonce twice in the body",
        body(habit(), /$/, "&oauth_nonce=5f1d3c7e9b2a4068"),
        { ...TWO, server, refuse: "parameter-duplicated", faults: ["duplicate-protocol-params-accepted"] },
      ],
      [
        "header and query are not header and body",
        changed(post(), { url: `${TARGET}?oauth_nonce=5f1d3c7e9b2a4068` }),
        { ...TWO, server },
      ],
      [
        "another order under the signature",
        body(habit(), "5624444333322221", "5624444333322222"),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "another end point under the signature",
        changed(habit(), { url: GROUP }),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "another prefix under the signature",
        changed(habit(), { url: TARGET.replace("/paynet", "/processing") }),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "the login changed beside an unchanged consumer key",
        body(habit(), /^login=merchant-login/, "login=other"),
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "the control key in lower case",
        { ...habit({ by: { ...MERCHANT, consumerSecret: MERCHANT.consumerSecret!.toLowerCase() } }), by: MERCHANT },
        { server, rule: "gateway-1", refuse: "signature-mismatch" },
      ],
      [
        "the same request again",
        habit(),
        {
          server,
          layer: "nonce",
          rule: "gateway-1",
          refuse: "nonce-used",
          faults: ["no-nonce-check"],
          cves: ["CVE-2013-4346"],
          earlier: [{ now: 1_700_000_000, request: habit(), accepted: true }],
        },
      ],
      [
        "a request half an hour late",
        habit({ timestamp: 1_700_000_000 - 1800 }),
        { server, layer: "timestamp", rule: "gateway-1", refuse: "timestamp-too-old" },
      ],
    ]),
};
