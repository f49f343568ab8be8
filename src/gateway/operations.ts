/**
 * The operations of the gateway, as data: to add one, add a row.
 *
 * Each parameter has its name exactly as on the wire, where that name was read, and what is known of its value. What
 * the specification does not say is from public documents of the gateway's family, and marked so.
 *
 * @module
 */

import type { SignatureMethod } from "../oauth1/index.ts";

/** Who says so: the gateway's specification, or only public documents and code of its family. */
export type ParameterSource = "specification" | "public";

/** What a value looks like; each has a check in check-value.ts. */
export type ValueType =
  | "text"
  | "digits"
  | "card-number"
  | "cvv2"
  | "month"
  | "year"
  | "amount"
  | "currency"
  | "country"
  | "ip-address"
  | "url";

/** One parameter of an operation. */
export interface OperationParameter {
  /** As on the wire. */
  readonly name: string;
  /** Names that other documents give it; `names` of the client picks one. */
  readonly otherNames?: readonly string[];
  /** `conditional`: see `oneOf` and `together` of its operation, or the gateway's documents. */
  readonly need: "required" | "conditional" | "optional";
  readonly type: ValueType;
  /** Characters, least and most, where known. */
  readonly length?: readonly [least: number, most: number];
  /** Who gives the name. */
  readonly named: ParameterSource;
  /** Who gives need, type and length. */
  readonly checked: ParameterSource;
}

/** One operation: a form post to `{prefix}/{version}/{path}/{endpoint}`. */
export interface Operation {
  readonly version: string;
  readonly path: string;
  readonly signatureMethod: SignatureMethod;
  /** Whether `group/{endpoint group}` may stand in the place of an endpoint. */
  readonly hasGroups: boolean;
  /** Such a request is never sent twice without being told to. */
  readonly movesMoney: boolean;
  readonly answer: "card-reference" | "order";
  /** By the name of the argument. */
  readonly parameters: Readonly<Record<string, OperationParameter>>;
  /** Of these arguments exactly one is given. */
  readonly oneOf: readonly (readonly string[])[];
  /** Of these arguments all are given, or none. */
  readonly together: readonly (readonly string[])[];
}

/** The table. Lines are longer than elsewhere: one a parameter. */
// biome-ignore format: a row is a line
export const OPERATIONS = {
  createCardRef: {
    version: "v4", path: "create-card-ref", signatureMethod: "RSA-SHA256", hasGroups: true, movesMoney: false, answer: "card-reference",
    parameters: {
      login: { name: "login", need: "optional", type: "text", length: [1, 20], named: "specification", checked: "public" },
      clientOrderId: { name: "client_orderid", need: "required", type: "text", length: [1, 128], named: "specification", checked: "specification" },
      orderId: { name: "orderid", need: "required", type: "text", length: [1, 128], named: "specification", checked: "specification" },
    },
    oneOf: [], together: [],
  },
  panEligibilitySend: {
    version: "v2", path: "pan-eligibility/send", signatureMethod: "HMAC-SHA1", hasGroups: false, movesMoney: false, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], named: "specification", checked: "public" },
      sendingCardRefId: { name: "sending-card-ref-id", need: "conditional", type: "digits", length: [1, 20], named: "specification", checked: "public" },
      sendingCardNumber: { name: "sending-card-number", need: "conditional", type: "card-number", length: [13, 19], named: "public", checked: "public" },
      cardPrintedName: { name: "card-printed-name", need: "conditional", type: "text", length: [1, 128], named: "public", checked: "public" },
      expireMonth: { name: "expire_month", otherNames: ["expire-month"], need: "conditional", type: "month", length: [2, 2], named: "public", checked: "public" },
      expireYear: { name: "expire_year", otherNames: ["expire-year"], need: "conditional", type: "year", length: [4, 4], named: "public", checked: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], named: "public", checked: "public" },
    },
    oneOf: [["sendingCardRefId", "sendingCardNumber"]],
    together: [["sendingCardNumber", "cardPrintedName", "expireMonth", "expireYear"]],
  },
  transfer: {
    version: "v4", path: "transfer", signatureMethod: "RSA-SHA256", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client_orderid", otherNames: ["client-order-id"], need: "required", type: "text", length: [1, 128], named: "specification", checked: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], named: "specification", checked: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], named: "specification", checked: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], named: "specification", checked: "public" },
      creditCardNumber: { name: "credit_card_number", need: "conditional", type: "card-number", length: [13, 19], named: "specification", checked: "public" },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], named: "specification", checked: "public" },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], named: "specification", checked: "public" },
      cvv2: { name: "cvv2", need: "conditional", type: "cvv2", length: [3, 4], named: "specification", checked: "public" },
      cardPrintedName: { name: "card_printed_name", need: "optional", type: "text", length: [1, 128], named: "specification", checked: "public" },
      destinationCardNo: { name: "destination-card-no", need: "conditional", type: "card-number", length: [13, 19], named: "specification", checked: "public" },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], named: "specification", checked: "public" },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], named: "specification", checked: "public" },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], named: "specification", checked: "public" },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 256], named: "specification", checked: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], named: "specification", checked: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], named: "specification", checked: "public" },
    },
    oneOf: [],
    together: [["creditCardNumber", "expireMonth", "expireYear", "cvv2"]],
  },
  transferByRef: {
    version: "v4", path: "transfer-by-ref", signatureMethod: "RSA-SHA256", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], named: "specification", checked: "public" },
      destinationCardNo: { name: "destination-card-no", need: "conditional", type: "card-number", length: [16, 19], named: "specification", checked: "public" },
      destinationCardRefId: { name: "destination-card-ref-id", need: "conditional", type: "digits", length: [1, 20], named: "public", checked: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], named: "specification", checked: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], named: "specification", checked: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], named: "specification", checked: "public" },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], named: "public", checked: "public" },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], named: "public", checked: "public" },
      middleName: { name: "middle_name", need: "optional", type: "text", length: [1, 128], named: "public", checked: "public" },
      lastName: { name: "last_name", need: "optional", type: "text", length: [1, 128], named: "public", checked: "public" },
      ssn: { name: "ssn", need: "optional", type: "digits", length: [4, 4], named: "public", checked: "public" },
      birthday: { name: "birthday", need: "optional", type: "digits", length: [8, 8], named: "public", checked: "public" },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 50], named: "public", checked: "public" },
      city: { name: "city", need: "optional", type: "text", length: [1, 50], named: "public", checked: "public" },
      state: { name: "state", need: "optional", type: "text", length: [2, 3], named: "public", checked: "public" },
      zipCode: { name: "zip_code", need: "optional", type: "text", length: [1, 10], named: "public", checked: "public" },
      country: { name: "country", need: "optional", type: "country", length: [2, 2], named: "public", checked: "public" },
      phone: { name: "phone", need: "optional", type: "text", length: [1, 15], named: "public", checked: "public" },
      cellPhone: { name: "cell_phone", need: "optional", type: "text", length: [1, 15], named: "public", checked: "public" },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], named: "public", checked: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], named: "public", checked: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], named: "public", checked: "public" },
    },
    oneOf: [["destinationCardNo", "destinationCardRefId"]], together: [],
  },
  payout: {
    version: "v4", path: "payout", signatureMethod: "RSA-SHA256", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], named: "specification", checked: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 10], named: "specification", checked: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], named: "specification", checked: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 64], named: "public", checked: "public" },
      accountNumber: { name: "account_number", need: "conditional", type: "text", length: [1, 24], named: "public", checked: "public" },
      bankName: { name: "bank_name", need: "conditional", type: "text", length: [1, 255], named: "public", checked: "public" },
      bankBranch: { name: "bank_branch", need: "conditional", type: "text", length: [1, 255], named: "public", checked: "public" },
      bankProvince: { name: "bank_province", need: "optional", type: "text", named: "public", checked: "public" },
      bankCity: { name: "bank_city", need: "optional", type: "text", named: "public", checked: "public" },
      creditCardNumber: { name: "credit_card_number", need: "conditional", type: "card-number", length: [13, 19], named: "public", checked: "public" },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], named: "public", checked: "public" },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], named: "public", checked: "public" },
      cardPrintedName: { name: "card_printed_name", need: "conditional", type: "text", length: [1, 128], named: "public", checked: "public" },
      ipAddress: { name: "ipaddress", need: "conditional", type: "ip-address", length: [7, 45], named: "public", checked: "public" },
      purpose: { name: "purpose", need: "conditional", type: "text", length: [1, 128], named: "public", checked: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], named: "public", checked: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", named: "public", checked: "public" },
    },
    oneOf: [], together: [],
  },
} as const;

/** The operations that a client has methods for. */
export type OperationName = keyof typeof OPERATIONS;

type Rows<Name extends OperationName> = (typeof OPERATIONS)[Name]["parameters"];
type RequiredIn<R> = { [Key in keyof R]: R[Key] extends { readonly need: "required" } ? Key : never }[keyof R];

/** Of a pair of which one is given, the other is not. */
type NotBoth<Groups> = Groups extends readonly [readonly [infer First extends string, infer Second extends string]]
  ? { readonly [Key in First]?: undefined } | { readonly [Key in Second]?: undefined }
  : unknown;

/** What an operation takes: text for each parameter, never a number, which would lose a zero of an amount. */
export type ArgumentsOf<Name extends OperationName> = {
  readonly [Key in RequiredIn<Rows<Name>>]: string;
} & {
  readonly [Key in Exclude<keyof Rows<Name>, RequiredIn<Rows<Name>>>]?: string | undefined;
} & NotBoth<(typeof OPERATIONS)[Name]["oneOf"]>;

/** All of them. */
export const OPERATION_NAMES: readonly OperationName[] = Object.keys(OPERATIONS) as OperationName[];

/** A row, by its name. */
export function operationNamed(name: OperationName): Operation {
  return OPERATIONS[name];
}
