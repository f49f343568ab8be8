/** What the answers to rejected requests disclose: the correct signature, a secret, or whether a client exists. */

import { hasText } from "../../../redaction/index.ts";
import { encode, protocolValue, withProtocol, write } from "../../cases/draft.ts";
import { NO_SECRET } from "../../cases/make-request.ts";
import { type Case, type Check, type Good, rejects } from "../check.ts";
import { requestOctets } from "../send.ts";

const WRONG = "d3Jvbmcgc2lnbmF0dXJlLi4uLi4=";

export const ANSWERS: readonly Check[] = [
  {
    id: "disclosure",
    title: "answer that contains a secret",
    rule: "rfc5849-3.2-1",
    means: "Anyone can ask the server for the signature of any request, or for the key itself.",
    everywhere: true,
    cases: (good) => ({
      "right-signature": () => {
        const draft = good.fresh();
        return [{ ...rejects(write(draft, WRONG)), mustNotSay: [good.sign(draft)] }];
      },
      "secret-of-the-client": () => withoutSecret(good),
    }),
  },
  {
    id: "client-enumeration",
    title: "answer to an unknown client that differs from the answer to a wrong signature",
    rule: "rfc5849-3.2-3",
    means: "A stranger can find out which clients exist; RFC 5849 does not forbid that.",
    cases: (good) => ({
      "wrong-signature-or-unknown-client": () => {
        const unknown = withProtocol(good.fresh(), {
          oauth_consumer_key: `probe${protocolValue(good.fresh(), "oauth_nonce")}`,
        });
        const send = [write(good.fresh(), good.sign(good.fresh())), good.signed(unknown)];
        return [{ send, accepted: 0, alike: true, otherwise: "open" }];
      },
    }),
  },
];

/** Answers that must not contain the secret of the client, alone or in its HMAC key. */
function withoutSecret(good: Good): Case {
  const { consumerSecret, tokenSecret = "" } = good.credentials;
  if (consumerSecret === undefined) return NO_SECRET;
  if (isWord(consumerSecret)) return "the secret is a word or a number that an answer may have anyway";
  const requests = [good.fresh(), withProtocol(good.fresh(), { oauth_timestamp: "x" })].map((one) => write(one, WRONG));
  if (requests.some((request) => hasText(Buffer.from(requestOctets(request)).toString("latin1"), consumerSecret)))
    return "the request itself has the secret, and an answer may repeat the request";
  const mustNotSay = [consumerSecret, `${encode(consumerSecret)}&${encode(tokenSecret)}`];
  return requests.map((request) => ({ ...rejects(request), mustNotSay }));
}

/** Whether a text is short, and consists only of letters or only of digits. */
function isWord(text: string): boolean {
  return text.length < 4 || /^(?:[a-z]{1,11}|\d{1,7})$/i.test(text);
}
