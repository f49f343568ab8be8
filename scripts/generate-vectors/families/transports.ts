/** Each transport of the protocol parameters, with HMAC-SHA1, RSA-SHA256 and PLAINTEXT. */

import { get, post, toSign } from "../requests.ts";
import type { Draft, Family, JsonInput, JsonRequest } from "../types.ts";

const METHODS = ["HMAC-SHA1", "RSA-SHA256", "PLAINTEXT"];
const FORM = post([
  ["amount", "10.42"],
  ["note", "a b&c"],
]);
const NO_FORM: JsonRequest = { method: "POST", url: FORM.url };

type Transport = NonNullable<JsonInput["transport"]>;
const CASES: readonly (readonly [Transport, string, JsonRequest])[] = [
  ["header", "no parameters", get("/q")],
  ["header", "a query and a form", post([["a", "1"]], "/orders?b=2")],
  ["query", "no query", get("/q")],
  ["query", "a query", get("/q?a=1&b=%C3%A9+x")],
  ["query", "an empty query", get("/q?")],
  ["query", "a query and a form", post([["a", "1"]], "/orders?b=2")],
  ["query", "an empty path", get("https://api.example.com")],
  ["body", "no form", NO_FORM],
  ["body", "a form", FORM],
  ["body", "a form and a query", post([["a", "1"]], "/orders?b=2")],
  ["header-and-body", "no form", NO_FORM],
  ["header-and-body", "a form", FORM],
  ["header-and-body", "a form and a query", post([["a", "1"]], "/orders?b=2")],
];
const RULES: Readonly<Record<Transport, string>> = {
  header: "rfc5849-3.5.1-1",
  query: "rfc5849-3.5.3-1",
  body: "rfc5849-3.5.2-1",
  "header-and-body": "rfc5849-3.4.1.3.1-5",
};

export const transports: Family = {
  name: "transports",
  area: "request",
  make: (): Draft[] =>
    CASES.flatMap(([transport, what, request]) =>
      METHODS.map((signatureMethod) =>
        toSign(
          `${signatureMethod} with the protocol parameters in ${transport}, and ${what}`,
          RULES[transport],
          request,
          { signatureMethod, transport },
        ),
      ),
    ),
};
