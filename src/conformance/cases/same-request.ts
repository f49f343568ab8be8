/** Other spellings of one request: they have the same base string, so a verifier must accept them. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { CaseGroup } from "./case.ts";
import { method } from "./changes.ts";
import { BANK } from "./vector-clients.ts";

const ORDER = "amount=10.42&currency=EUR&note=a%20b~c";
const SEARCH = "state=open&q=a%20b";
const order = (from: string, to: string) => ({ form: [ORDER, ORDER.replace(from, to)] }) as const;
const search = (sent: string) => ({ query: [SEARCH, sent] }) as const;
const PARSED = "rfc5849-3.4.1.3.1-1";
const PLUS = "form-plus-not-space";
const STRICT = "a strict parser may reject empty pairs";
const PLACE = "the application may require a parameter in a certain place";

type Fields = HttpRequest["headers"];
const fields = (edit: (fields: Fields) => Fields) => (request: HttpRequest) => ({
  ...request,
  headers: edit(request.headers),
});
const target = (url: string) => (request: HttpRequest) => ({ ...request, url });

export const SAME_REQUEST: readonly CaseGroup[] = [
  {
    rule: "rfc5849-3.2-1",
    check: {
      id: "parameters-respelled",
      title: "correctly signed parameters in another order or spelling",
      rule: PARSED,
      means:
        "The server signs the parameters as they are written instead of their decoded names and values, and rejects valid requests.",
    },
    cases: {
      "form-reordered": {
        vector: "same-request/6",
        form: [ORDER, "note=a%20b~c&currency=EUR&amount=10.42"],
        finds: "not-sorted",
      },
      "query-reordered": { vector: "same-request/7", ...search("q=a%20b&state=open") },
      "equal-names-reordered": {
        vector: "same-request/8",
        pairs: ["id=2&id=1&id=2", "id=1&id=2&id=2"],
        finds: ["equal-names-not-sorted-by-value", "identical-duplicates-merged"],
      },
      "plus-for-space-in-form": { vector: "same-request/9", ...order("%20", "+"), finds: PLUS },
      "plus-for-space-in-query": { vector: "same-request/10", ...search("state=open&q=a+b"), finds: PLUS },
      "tilde-encoded": { vector: "same-request/11", ...order("~", "%7E"), finds: "bracket-parser-reencoded" },
      "escapes-in-lower-case": { vector: "same-request/12", ...order("~", "%7e") },
      "letters-encoded-in-form": {
        vector: "same-request/13",
        form: [ORDER, "%61mount=10%2E42&currency=%45UR&note=a%20b~c"],
      },
      "letters-encoded-in-query": { vector: "same-request/14", ...search("%73tate=%6fpen&q=a%20b") },
      "empty-pairs-in-form": {
        vector: "same-request/15",
        rule: PARSED,
        form: [ORDER, "amount=10.42&&currency=EUR&note=a%20b~c&"],
        finds: "empty-pair-signed",
        mayRefuse: STRICT,
      },
      "ampersand-last-in-query": {
        vector: "same-request/16",
        rule: PARSED,
        ...search(`${SEARCH}&`),
        mayRefuse: STRICT,
      },
      "equals-sign-added": { vector: "same-request/18", rule: PARSED, query: ["open", "open="] },
      "equals-sign-removed": { vector: "same-request/19", rule: PARSED, query: ["open=", "open"] },
      "moved-to-query": {
        vector: "same-request/38",
        rule: "rfc5849-3.4.1.3.1-5",
        form: [ORDER, "currency=EUR&note=a%20b~c"],
        query: ["", "amount=10.42"],
        mayRefuse: PLACE,
      },
      "moved-to-form": {
        vector: "same-request/39",
        rule: "rfc5849-3.4.1.3.1-5",
        query: ["a=1", ""],
        form: ["b=2", "b=2&a=1"],
        mayRefuse: PLACE,
      },
    },
  },
  {
    rule: "rfc5849-3.2-1",
    vectors: {
      "same-request/1": { words: "form POST, unchanged", form: ORDER, finds: "nonce-result-inverted" },
      "same-request/2": { words: "GET, unchanged", query: SEARCH },
      "same-request/3": { words: "GET without a query" },
      "same-request/4": {
        words: "form POST, signed with RSA",
        ofVector: { by: BANK },
        form: "amount=10.42",
        finds: "rsa-verified-by-signing-again",
      },
      "same-request/5": { words: "GET, signed with RSA", ofVector: { by: BANK }, query: "state=open" },
      "same-request/17": {
        words: "question mark with an empty query",
        rule: "rfc5849-3.4.1.2-4",
        form: "a=1",
        edit: target("/orders?"),
      },
      "same-request/25": {
        words: "method in lower case",
        rule: "rfc5849-3.4.1.1-2",
        form: ORDER,
        sent: method("post"),
        mayRefuse: "HTTP methods are case-sensitive",
      },
      "same-request/36": { words: "headers reordered", form: ORDER, edit: fields((all) => [...all].reverse()) },
    },
  },
];
