/** Other spellings of one request: they have the same base string, so a verifier must accept them. */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { ORDER, SEARCH, target } from "../../../../src/conformance/cases/same-request.ts";

// biome-ignore format: one line a row
export const FURTHER_SAME_REQUEST: readonly CaseGroup[] = [
  {
    layer: "signature", rule: "rfc5849-3.2-1",
    cases: [
      { vector: "same-request/26", words: "scheme of the origin in upper case", rule: "rfc5849-3.4.1.2-1", form: ORDER, server: { origin: "HTTPS://api.example.com" } },
      { vector: "same-request/27", words: "host of the origin with upper-case letters", rule: "rfc5849-3.4.1.2-1", form: ORDER, server: { origin: "https://API.Example.COM" }, finds: ["host-case-kept"] },
      { vector: "same-request/28", words: "origin with the default port of https", rule: "rfc5849-3.4.1.2-2", form: ORDER, server: { origin: "https://api.example.com:443" }, finds: ["default-port-kept", "host-default-port-kept"] },
      { vector: "same-request/29", words: "origin with the default port of http", rule: "rfc5849-3.4.1.2-2", ofVector: { origin: "http://api.example.com" }, form: "a=1", server: { origin: "http://api.example.com:80" }, finds: ["host-default-port-kept"] },
      { vector: "same-request/30", words: "absolute URL", form: ORDER, edit: target("https://api.example.com/orders"), server: { origin: undefined } },
      { vector: "same-request/31", words: "absolute URL with an upper-case host and the default port", rule: "rfc5849-3.4.1.2-1", form: ORDER, edit: target("https://API.example.com:443/orders"), server: { origin: undefined } },
      { vector: "same-request/32", words: "absolute URL with a query", query: SEARCH, edit: target("https://api.example.com/orders?state=open&q=a%20b"), server: { origin: undefined } },
    ],
  },
];
