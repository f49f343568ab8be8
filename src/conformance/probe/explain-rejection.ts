/** Why a server rejects the good request: perhaps the server itself makes a mistake that servers usually make. */

import { otherScheme, withoutPort } from "../cases/changes.ts";
import { baseStringOf, type Draft, FORM_TYPE, isForm, signatureOf, withProtocol, write } from "../cases/draft.ts";
import { type Acceptance, isAccepted } from "./acceptance.ts";
import type { Good } from "./check.ts";
import type { Send } from "./send.ts";

/** What the server accepts instead. */
export interface Explanation {
  /** Follows "it accepts the same request". */
  readonly how: string;
  readonly hint: string;
  /** Id in vectors/faults.json. */
  readonly fault: string;
  readonly rule: string;
}

interface Candidate extends Explanation {
  /** The draft that is signed in place of the one that is sent; `undefined` where it does not differ. */
  readonly signed?: (draft: Draft) => Draft;
  readonly sent?: (draft: Draft) => Draft;
  /** Whether the key is joined from raw secrets. */
  readonly rawKey?: boolean;
  /** Whether the request is sent twice. */
  readonly twice?: boolean;
}

const SIGNED_ORIGIN = "give the origin that the server signs with --origin";
const URI = "rfc5849-3.4.1.2-6";

const CANDIDATES: readonly Candidate[] = [
  {
    how: "the second time",
    hint: "the server accepts used nonces and rejects new ones: it inverts the result of the look-up",
    fault: "nonce-result-inverted",
    rule: "rfc5849-3.3-2",
    twice: true,
  },
  {
    how: "signed for the other scheme",
    hint: SIGNED_ORIGIN,
    fault: "proxy-scheme-not-considered",
    rule: URI,
    signed: (draft) => ({ ...draft, origin: otherScheme(draft) }),
  },
  {
    how: "signed without the port",
    hint: SIGNED_ORIGIN,
    fault: "host-default-port-kept",
    rule: "rfc5849-3.4.1.2-2",
    signed: (draft) => ({ ...draft, origin: withoutPort(draft.origin) }),
  },
  {
    how: "signed with secrets that are not percent-encoded",
    hint: "the server must percent-encode both secrets in the key (RFC 5849 3.4.2)",
    fault: "verifier-secrets-not-encoded",
    rule: "rfc5849-3.4.2-1",
    rawKey: true,
  },
  {
    how: "signed for the path without its first segment",
    hint: "the server must sign the path of the request line, with its mount point",
    fault: "mounted-path-wrong",
    rule: "rfc5849-3.4.1.2-3",
    signed: (draft) => ({ ...draft, path: draft.path.replace(/^\/[^/]+(?=\/)/, "") }),
  },
  {
    how: "signed for the path /",
    hint: "the server must sign the path of the request line, with its mount point",
    fault: "mounted-path-wrong",
    rule: "rfc5849-3.4.1.2-3",
    signed: (draft) => ({ ...draft, path: "/" }),
  },
  {
    how: "signed without its query",
    hint: "the server must sign the parameters of the query",
    fault: "query-ignored-on-post",
    rule: "rfc5849-3.4.1.3.1-5",
    signed: (draft) => ({ ...draft, query: "" }),
  },
  {
    how: "signed without its form",
    hint: "the server must sign the parameters of a form, whatever the HTTP method",
    fault: "form-body-of-other-methods-uncovered",
    rule: "rfc5849-3.4.1.3.1-3",
    signed: (draft) => (isForm(draft) ? { ...draft, body: "" } : draft),
  },
  {
    how: "signed with the members of its JSON body as parameters",
    hint: "the server must sign the parameters of forms, and of no other body",
    fault: "non-form-body-collected",
    rule: "rfc5849-3.4.1.3.1-3",
    signed: (draft) =>
      draft.contentType === "application/json" ? { ...draft, contentType: FORM_TYPE, body: "probe=1" } : draft,
  },
  {
    how: "without oauth_version",
    hint: "oauth_version is 1.0 or absent, and is signed like every other parameter",
    fault: "defaults-added-to-base-string",
    rule: "rfc5849-3.1-2",
    sent: (draft) => withProtocol(draft, { oauth_version: undefined }),
  },
];

/** Tries mistakes that servers make; returns `undefined` if the server accepts none of them. */
export async function explainRejection(
  good: Good,
  send: Send,
  acceptance: Acceptance,
): Promise<Explanation | undefined> {
  for (const candidate of CANDIDATES) {
    const draft = (candidate.sent ?? same)(good.fresh());
    const signed = (candidate.signed ?? same)(draft);
    const signature = candidate.rawKey ? rawSignature(good, signed) : good.sign(signed);
    const isGood = !candidate.twice && candidate.sent === undefined && signature === good.sign(draft);
    if (isGood) continue;
    const request = write(draft, signature);
    if (candidate.twice) await send(request);
    if (!isAccepted(await send(request), acceptance, draft.method)) continue;
    // If the server accepts the good request this time, accepting the mistake proves nothing.
    const again = await send(good.signed(good.fresh()));
    return isAccepted(again, acceptance, draft.method) ? undefined : candidate;
  }
  return undefined;
}

const same = (draft: Draft): Draft => draft;

function rawSignature({ key }: Good, draft: Draft): string {
  const { consumerSecret = "", tokenSecret = "" } = key;
  const raw = { ...key, key: `${consumerSecret}&${tokenSecret}` };
  return signatureOf(key.privateKey === undefined ? raw : key, baseStringOf(draft));
}
