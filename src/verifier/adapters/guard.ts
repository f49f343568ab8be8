/**
 * The part that all adapters share. It takes a request and the octets of its body. The result is either an accepted
 * request for the application or a response for the client.
 */

import { kindOf } from "../../oauth1/errors.ts";
import { headerValues } from "../../oauth1/http-request.ts";
import { checkOptions } from "../../platform/check-options.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { rejectFor } from "../rejections.ts";
import type { Accepted, ReceivedRequest, Rejected, RejectionCode, Verifier } from "../types.ts";
import { AdapterError } from "./adapter-error.ts";
import {
  type HttpResponse,
  type ResponseFunction,
  type ResponseStyle,
  responseFunction,
} from "./rejection-response.ts";
import { absoluteUrl, type Head, mayBeSigned, pathOf } from "./request-head.ts";

/** The options of every adapter. */
export interface AdapterOptions {
  /** What `createVerifier` returned. */
  readonly verifier: Verifier;
  /** The response to a rejected request: a style, or a function that makes it. @default "rfc" */
  readonly rejectionResponse?: ResponseStyle | ResponseFunction | undefined;
  /** The realm in the challenge of a 401 (`rfc` only); printable ASCII. @default "" */
  readonly realm?: string | undefined;
  /**
   * Maximum number of octets that the adapter reads of a body; it answers a longer body with 413. Give the same number
   * as the verifier's `limits.body`. @default 102_400
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether to accept a body that the signature does not cover (not a form, and no `oauth_body_hash`). This option
   * overrides the verifier's option of the same name. @default that of the verifier, which is `false` unless it was set
   */
  readonly allowUnsignedBody?: boolean | undefined;
  /**
   * Whether to build the URL from the connection and the Host header, for a verifier without an `origin`. The client
   * writes that header, so a request that was signed for another server is accepted here too if both servers know the
   * client's key. @default false
   */
  readonly originFromHost?: boolean | undefined;
  /**
   * Called for each rejected request, for logs and metrics. `rejection.message` and `problems` contain no secret; the
   * headers of `request` contain the signature. What it throws goes to the framework's error handling, or with node:http
   * to `process.emitWarning`; a promise is not awaited, and its rejection is ignored. For a diagnosis, pass
   * `verifier.toHttpRequest(request)` to a function of `countersign/diagnosis`.
   */
  readonly onRejected?: ((rejection: Rejected, request: ReceivedRequest) => unknown) | undefined;
}

/** A rejected request and the response to it. */
export interface RejectedRequest {
  readonly accepted: false;
  readonly rejection: Rejected;
  readonly response: HttpResponse;
}

/** The options of an adapter, checked once. */
export interface Guard {
  /** In octets. */
  readonly bodyLimit: number;
  /** Verifies a request with its complete body. `body` is `undefined` if the platform gives no access to a body. */
  verify(head: Head, body: Uint8Array | undefined): Promise<Accepted | RejectedRequest>;
  /** Rejects a request that the verifier would reject whatever its body is; `undefined` if the body matters. */
  rejectByHead(head: Head): Promise<RejectedRequest | undefined>;
  /** Rejects a request without the verifier. */
  reject(code: RejectionCode, message: string, head: Head): RejectedRequest;
  rejectTooLarge(head: Head): RejectedRequest;
}

const OPTIONS = [
  "verifier",
  "rejectionResponse",
  "realm",
  "bodyLimit",
  "allowUnsignedBody",
  "originFromHost",
  "onRejected",
] as const;

/** @throws {@link AdapterError} `option-malformed` */
export function createGuard(options: AdapterOptions): Guard {
  checkOptions(options, OPTIONS, "options", (_, message) => malformed(message));
  const { verifier, rejectionResponse = "rfc", realm = "", bodyLimit = DEFAULT_LIMITS.body } = options;
  const { allowUnsignedBody, originFromHost = false, onRejected } = options;
  if (typeof verifier?.verify !== "function") throw malformed("verifier must be what createVerifier returns");
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0) throw malformed("bodyLimit must be a whole number of octets");
  if (allowUnsignedBody !== undefined && typeof allowUnsignedBody !== "boolean")
    throw malformed("allowUnsignedBody must be true or false");
  if (typeof originFromHost !== "boolean") throw malformed("originFromHost must be true or false");
  if (onRejected !== undefined && typeof onRejected !== "function")
    throw malformed(`onRejected must be a function, got ${kindOf(onRejected)}`);
  const responseTo = responseFunction(rejectionResponse, realm);

  function rejected(rejection: Rejected, request: ReceivedRequest): RejectedRequest {
    // The response is created first, so that `onRejected` cannot alter it by changing the rejection.
    const response = responseTo(rejection, request);
    const returned = onRejected?.(rejection, request);
    // Without `catch`, a promise that rejects would end the process.
    if (returned instanceof Promise) returned.catch(() => {});
    return { accepted: false, rejection, response };
  }

  function reject(code: RejectionCode, message: string, head: Head): RejectedRequest {
    return rejected(rejectFor(code, message), head);
  }

  async function verify(head: Head, body: Uint8Array | undefined): Promise<Accepted | RejectedRequest> {
    const { url: target, secure } = head;
    const url = originFromHost ? absoluteUrl(target, secure, headerValues(head, "host")) : pathOf(target);
    if (url === undefined) return reject("url-malformed", "the request names no host, or more than one", head);
    const request = { ...head, url, body };
    const verdict = await verifier.verify(request, { allowUnsignedBody });
    return verdict.accepted === true ? verdict : rejected(verdict, request);
  }

  return {
    bodyLimit,
    verify,
    async rejectByHead(head) {
      if (mayBeSigned(head)) return undefined;
      const result = await verify(head, new Uint8Array());
      return result.accepted ? undefined : result;
    },
    reject,
    rejectTooLarge: (head) => reject("limit-exceeded", `the body has more than ${bodyLimit} octets`, head),
  };
}

function malformed(message: string): AdapterError {
  return new AdapterError("option-malformed", message);
}
