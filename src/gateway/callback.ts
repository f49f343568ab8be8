/** Callbacks: the gateway reports to the merchant's server how an order ended, with a checksum over status, ids and control key. */

import { quote } from "../oauth1/errors.ts";
import { checkOptions } from "../platform/check-options.ts";
import { equalOctets, hexDigest, utf8Octets } from "../platform/index.ts";
import { problemWithControlKey } from "./environment.ts";
import { configurationError, optionsError } from "./errors.ts";

/** The values that the checksum of a callback covers. */
export interface CallbackIds {
  readonly status: string;
  /** The gateway's id of the order. */
  readonly orderId: string;
  /** The merchant's id of the order, sent as `merchant_order`. */
  readonly clientOrderId: string;
}

/**
 * Computes the checksum of a callback: SHA-1 of status, order id, order id of the merchant and control key, in
 * lower-case hexadecimal digits.
 *
 * @param controlKey - the merchant's control key, which is needed even if the merchant signs with RSA
 *
 * @example
 * ```ts
 * import { callbackControl } from "countersign/gateway";
 *
 * const ids = { status: "approved", orderId: "1234567", clientOrderId: "hf-abc" };
 * callbackControl(ids, "test-merchant-control"); // => "652ace404c4dfe8bba069ecee594ec23a89340e1"
 * ```
 */
export function callbackControl({ status, orderId, clientOrderId }: CallbackIds, controlKey: string): string {
  return hexDigest("sha1", status + orderId + clientOrderId + controlKey);
}

/** A callback whose checksum is correct. */
export interface VerifiedCallback extends CallbackIds {
  readonly verified: true;
  /** All fields. The checksum does not cover fields without a member here, such as `amount`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A callback that did not come from the gateway, or that was changed. */
export interface RejectedCallback {
  readonly verified: false;
  readonly code: "field-missing" | "field-repeated" | "field-malformed" | "control-mismatch";
  /** The reason, for the log. It contains no secrets. */
  readonly message: string;
}

/** The options of {@link verifyCallback}. */
export interface CallbackOptions {
  /** The merchant's control key in this environment. */
  readonly controlKey: string;
}

/**
 * Verifies a callback, or the form that the payer's browser sends when it returns to the merchant. The comparison takes
 * constant time.
 *
 * The checksum covers texts joined without separators, and it covers no time. Therefore compare `orderId` and `clientOrderId`
 * with the order that you know, expect repeated callbacks, and read amount and currency from the answer to status.
 *
 * @param query - the query of the URL with or without `?`, a form body, or URLSearchParams; text must still be percent-encoded
 * @throws {@link GatewayError} `configuration-invalid` without a control key, or for a query of another type
 *
 * @example
 * ```ts
 * import { verifyCallback } from "countersign/gateway";
 *
 * const query = "status=approved&orderid=1234567&merchant_order=hf-abc&control=652ace404c4dfe8bba069ecee594ec23a89340e1";
 * verifyCallback(query, { controlKey: "test-merchant-control" }).verified; // => true
 * verifyCallback(query.replace("approved", "declined"), { controlKey: "test-merchant-control" }).verified; // => false
 * ```
 */
export function verifyCallback(
  query: string | URLSearchParams,
  options: CallbackOptions,
): VerifiedCallback | RejectedCallback {
  checkOptions(options, ["controlKey"], "options", optionsError);
  const { controlKey } = options;
  if (typeof controlKey !== "string") throw configurationError("controlKey must be text, got none");
  const problem = problemWithControlKey(controlKey);
  if (problem !== undefined) throw configurationError(`controlKey: ${problem}`);
  if (typeof query !== "string" && !(query instanceof URLSearchParams)) {
    throw configurationError("query must be text or URLSearchParams; of a request it is the part of its URL after ?");
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (fields.has(name)) return rejected("field-repeated", `${quote(name)} occurs more than once`);
    fields.set(name, value);
  }
  const absent = ["status", "orderid", "merchant_order", "control"].find((name) => !fields.has(name));
  if (absent !== undefined) return rejected("field-missing", `there is no ${absent}`);
  const [status, orderId, clientOrderId] = ["status", "orderid", "merchant_order"].map((name) => fields.get(name)!) as [
    string,
    string,
    string,
  ];
  if (
    !equalOctets(
      utf8Octets(callbackControl({ status, orderId, clientOrderId }, controlKey)),
      utf8Octets(fields.get("control")!),
    )
  ) {
    return rejected(
      "control-mismatch",
      "control is not the checksum of this callback: it was changed, or the control key differs",
    );
  }
  const other = fields.get("client_orderid");
  if (other !== undefined && other !== clientOrderId) {
    return rejected("field-malformed", "client_orderid differs from merchant_order");
  }
  if (!/^[a-z][a-z_-]*$/.test(status)) return rejected("field-malformed", `status is ${quote(status)}`);
  return { verified: true, status, orderId, clientOrderId, fields: Object.fromEntries(fields) };
}

function rejected(code: RejectedCallback["code"], message: string): RejectedCallback {
  return { verified: false, code, message };
}
