/** Further protocol parameters: callback, verifier, extensions. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { post, toSign, WITHOUT_TOKEN } from "../requests.ts";
import type { Draft, Family, JsonInput } from "../types.ts";

const CASES: readonly (readonly [string, readonly JsonPair[], Partial<JsonInput>?])[] = [
  ["oauth_callback is oob", [["oauth_callback", "oob"]], { credentials: WITHOUT_TOKEN }],
  ["oauth_callback is a URL", [["oauth_callback", "https://client.example/ready"]], { credentials: WITHOUT_TOKEN }],
  [
    "oauth_callback is a URL with a query: encoded twice in the base string",
    [["oauth_callback", "http://client.example/cb?a=b c&d=%C3%A9"]],
  ],
  ["oauth_callback is empty", [["oauth_callback", ""]]],
  ["oauth_verifier", [["oauth_verifier", "hfdp7dh39dks9884"]]],
  ["oauth_verifier with reserved characters", [["oauth_verifier", "a+b/c=="]]],
  ["oauth_session_handle", [["oauth_session_handle", "04b5"]]],
  ["an extension that sorts between the standard parameters", [["oauth_scope", "read write"]]],
  ["an extension with a name that needs percent-encoding", [["oauth_x y", "é"]]],
  [
    "several, not in sorted order",
    [
      ["oauth_verifier", "v"],
      ["oauth_callback", "oob"],
      ["oauth_body", "b"],
    ],
  ],
  ["in the query", [["oauth_callback", "https://client.example/?a=b&c"]], { transport: "query" }],
  ["in the body", [["oauth_callback", "https://client.example/?a=b&c"]], { transport: "body" }],
  [
    "in the header and repeated in the body",
    [["oauth_callback", "https://client.example/?a=b&c"]],
    { transport: "header-and-body" },
  ],
  ["with RSA-SHA256", [["oauth_callback", "oob"]], { signatureMethod: "RSA-SHA256" }],
  ["with PLAINTEXT", [["oauth_verifier", "v"]], { signatureMethod: "PLAINTEXT" }],
  ["oauth_realm is signed: only the realm of the header is not", [["oauth_realm", "Photos"]]],
  ["oauth_realm and a realm", [["oauth_realm", "Photos"]], { realm: "Photos" }],
  ["oauth_realm in the query", [["oauth_realm", "Photos"]], { transport: "query" }],
];

export const furtherProtocolParameters: Family = {
  name: "further-protocol-parameters",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([what, protocolParameters, changes]) =>
      toSign(`Further protocol parameters: ${what}`, "rfc5849-3.4.1.3.1-2", post([["amount", "10.42"]]), {
        protocolParameters,
        ...changes,
      }),
    ),
};
