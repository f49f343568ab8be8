/** What the answers to rejected requests tell: the right signature, a secret, or whether a client exists. */

import type { Check } from "../check.ts";
import { encode, protocolValue, withProtocol, write } from "../draft.ts";

const WRONG = "d3Jvbmcgc2lnbmF0dXJlLi4uLi4=";

export const ANSWERS: readonly Check[] = [
  {
    id: "disclosure",
    title: "answer that tells a secret",
    rule: "rfc5849-3.2-1",
    finds: ["expected-signature-disclosed", "secrets-in-log"],
    means: "Anybody can ask the server for the signature of any request, or for the key itself.",
    everywhere: true,
    cases: (good) => {
      const draft = good.fresh();
      const { consumerSecret = "", tokenSecret = "" } = good.credentials;
      const secrets = [consumerSecret, `${encode(consumerSecret)}&${encode(tokenSecret)}`].filter(
        (text) => text.length > 3,
      );
      const rejected = { send: [write(draft, WRONG)], accepted: 0 };
      const malformed = { send: [write(withProtocol(good.fresh(), { oauth_timestamp: "x" }), WRONG)], accepted: 0 };
      return {
        "right-signature": [{ ...rejected, mustNotSay: [good.sign(draft)] }],
        "secret-of-the-client": [
          { ...rejected, mustNotSay: secrets },
          { ...malformed, mustNotSay: secrets },
        ],
      };
    },
  },
  {
    id: "client-enumeration",
    title: "another answer to an unknown client than to a wrong signature",
    rule: "rfc5849-3.2-3",
    finds: ["client-enumeration"],
    means: "A stranger can find out which clients exist; RFC 5849 does not forbid that.",
    cases: (good) => {
      const unknown = withProtocol(good.fresh(), {
        oauth_consumer_key: `probe${protocolValue(good.fresh(), "oauth_nonce")}`,
      });
      return {
        "wrong-signature-or-unknown-client": [
          {
            send: [write(good.fresh(), good.sign(good.fresh())), good.signed(unknown)],
            accepted: 0,
            alike: true,
            otherwise: "open",
          },
        ],
      };
    },
  },
];
