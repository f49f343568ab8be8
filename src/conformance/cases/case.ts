/**
 * What a case is: a valid request, what happens to it, and what a verifier must do. The other files list the cases. A case
 * with a vector number agrees with that vector; the probe sends cases with a name to a running server.
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Layer, SignatureMethod, VerificationServer } from "../vectors/index.ts";
import type { Draft, Place, SigningKey } from "./draft.ts";
import type { ValidRequests } from "./valid-requests.ts";
import type { VectorClient } from "./vector-clients.ts";

/** A change of a request before it is written. */
export type Change = (draft: Draft) => Draft;

/** Encoded parameters, one character for each octet: one text that is signed and sent, or the signed text and the sent text. */
export type Pairs = string | readonly [signed: string, sent: string];

/** A new text, a replacement of a part of the text, or a function. */
export type TextChange = string | readonly [from: string | RegExp, to: string] | ((text: string) => string);

/** Protocol parameters with these values; `undefined` removes one. */
export type ProtocolValues = Readonly<Record<string, string | undefined>>;

/** The valid request of a vector. */
export interface VectorRequest
  extends Pick<ReceivedCase, "query" | "form" | "protocol" | "body" | "method" | "realm" | "header"> {
  /** Who signs. @default {@link SHOP} */
  readonly by?: VectorClient;
  /** @default HMAC-SHA1, or RSA-SHA256 for a client with an RSA key */
  readonly signatureMethod?: SignatureMethod;
  /** The keys that the server has. @default the key of the client that signs */
  readonly registered?: readonly VectorClient[];
  /** The origin that the client signs for. */
  readonly origin?: string;
  /** @default "/orders" */
  readonly path?: string;
}

/** The valid request of many vectors: a form with one pair. */
export const SMALL_FORM = { ofVector: { form: "a=1" } };
/** A valid request without a form, at the path `/r`. */
export const AT_R = { ofVector: { path: "/r" } };

/** A request that a verifier receives. Whatever is left out is as in any valid request. */
export interface ReceivedCase {
  /** Permanent id of its vector, without `verifier/`. If it is absent, the case has no vector. */
  readonly vector?: string;
  /**
   * The comment of a new vector, or of a case without a name. Other comments are in `vectors/verifier.json`.
   *
   * @default the words of its name in the probe
   */
  readonly words?: string;
  /** Permanent name in the check of the probe. If it is absent, the probe does not send the case. */
  readonly probe?: string;

  /** Members that only the valid request of the vector has; the probe uses the good request unchanged. */
  readonly ofVector?: VectorRequest;
  /** HTTP method. @default "POST" with a form, else "GET"; in a probe that of the good request */
  readonly method?: string;
  /** Parameters that are added to the query. */
  readonly query?: Pairs;
  /** Parameters that are added to the form. */
  readonly form?: Pairs;
  /** Parameters that the vector has in its form. The probe sends them in the query, and in the form as `NAME-in-form`. */
  readonly pairs?: Pairs;
  /** The whole body, with its media type. */
  readonly body?: { readonly text: string; readonly type: string | undefined };
  /** The media type of a form. */
  readonly contentType?: string;
  readonly protocol?: ProtocolValues | ((draft: Draft, valid: ValidRequests) => ProtocolValues);
  readonly realm?: string;
  readonly place?: Place;

  /** What is changed before the request is written; the signature stays that of the unchanged request. */
  readonly sent?: (draft: Draft, signature: string) => Draft;
  /** What the client changes before it signs; the request is sent unchanged. */
  readonly signed?: Change;
  /** Returns the key that signs in place of the client's own, or why there is no such key. */
  readonly signer?: (valid: ValidRequests, draft: Draft) => SigningKey | string;
  /** Replaces the signature; `undefined` sends none. */
  readonly signature?:
    | string
    | ((signature: string, draft: Draft, sign: (draft: Draft) => string, key: SigningKey) => string | undefined);
  /** Rewrites the Authorization header. The protocol parameters are then in the header. */
  readonly header?: TextChange;
  /** Changes the written request. */
  readonly edit?: (request: HttpRequest, draft: Draft, sign: (draft: Draft) => string) => HttpRequest;

  /**
   * Requests before this one, made from the same valid request. They keep its nonce and timestamp unless they change them. In
   * a vector, they start from the vector's valid request or their own `ofVector`. A request that the probe cannot expect the
   * server to accept has `mayRefuse`.
   */
  readonly earlier?: readonly ReceivedCase[];
  /** The probe sends the case only if the server accepts a request with these members. */
  readonly ifAccepted?: Pick<ReceivedCase, "protocol" | "body">;

  /** How the server of the vector differs from the default one. */
  readonly server?: Partial<Omit<VerificationServer, "origin" | "keys">> & { readonly origin?: string | undefined };
  /** Id in vectors/rules.json. */
  readonly rule?: string;
  /** @default that of the group, or "signature" */
  readonly layer?: Layer;
  /** The code of the rejection; null if the verifier must accept the request. @default null */
  readonly refuse?: string | null;
  readonly alsoAcceptable?: string | readonly string[] | undefined;
  /** Why a verifier may also reject or accept the request. The probe then reports no failure. */
  readonly mayRefuse?: string;
  readonly mayAccept?: string;
  /** Whether the verdict depends on the settings of the server, which a probe cannot know. */
  readonly isOpenForProbe?: boolean;
  /** Ids in vectors/faults.json: the mistakes that a wrong verdict shows. */
  readonly finds?: string | readonly string[] | undefined;
  /** Published vulnerabilities of this kind. */
  readonly cves?: readonly string[] | undefined;
}

/** How the probe reports cases. */
export interface CheckDescription {
  /** Part of the id of its results; permanent. */
  readonly id: string;
  /** What is sent, in a few words. */
  readonly title: string;
  /** Id in vectors/rules.json. */
  readonly rule: string;
  /** What another answer of the server means: one sentence. */
  readonly means: string;
  /** Published vulnerabilities of this kind. */
  readonly cves?: readonly string[];
  /** Whether the check is repeated with the protocol parameters in each other place, and with the other kind of key. */
  readonly everywhere?: boolean;
  /** Whether the check is repeated with each other signing method. */
  readonly byMethod?: boolean;
  /** Whether an answer that reports a failure of the server itself is a finding. */
  readonly noServerError?: boolean;
}

/** Cases of one kind; each inherits the members of the group that it does not set itself. */
export interface CaseGroup extends ReceivedCase {
  /** The check of the probe. If absent, the probe sends none of the cases. */
  readonly check?: Omit<CheckDescription, "rule"> & {
    /** @default the rule of the group */
    readonly rule?: string;
  };
  readonly rule: string;
  /** Cases by their name in the probe. */
  readonly cases?: CasesByName;
  /** Cases that the probe does not send, by the id of their vector. */
  readonly vectors?: CasesByName;
  /** Cases that follow from tables. */
  readonly computed?: readonly ReceivedCase[];
}

type CasesByName = Readonly<Record<string, ReceivedCase>>;

/** A case with the members of its group. */
export type CompleteCase = ReceivedCase & Required<Pick<ReceivedCase, "layer" | "rule">>;

/** The cases of a group, complete. */
export function casesOf({ check: _, cases = {}, vectors = {}, computed = [], ...shared }: CaseGroup): CompleteCase[] {
  const all: readonly ReceivedCase[] = [
    ...Object.entries(cases).map(([probe, one]) => ({ ...one, probe })),
    ...Object.entries(vectors).map(([vector, one]) => ({ ...one, vector })),
    ...computed,
  ];
  return all.map((one) => ({ layer: "signature", ...shared, ...one }));
}
