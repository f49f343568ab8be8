/**
 * The operations of the gateway, as data. To add an operation, add a row.
 *
 * Each parameter is listed with its exact name in the request and what is known about its value. What the specification does
 * not state comes from public documents of the gateway's family, and each row names its source.
 */

import type { SignatureMethod } from "../oauth1/index.ts";
import type { Answers } from "./answers.ts";

/** The source: the gateway's specification, or only public documents and code of its family. */
export type ParameterSource = "specification" | "public";

/** The format of a value; arguments.ts has a check for each. */
export type ValueType =
  | "text"
  | "digits"
  | "card-number"
  | "cvv2"
  | "month"
  | "year"
  | "amount"
  | "boolean"
  | "currency"
  | "country"
  | "ip-address"
  | "url";

/** One parameter of an operation. */
export interface OperationParameter {
  /** The name in the request. */
  readonly name: string;
  /** Names in other documents; the client option `names` selects one. */
  readonly otherNames?: readonly string[];
  /** `conditional`: see `oneOf` and `together` of the operation, or the gateway's documents. */
  readonly need: "required" | "conditional" | "optional";
  readonly type: ValueType;
  /** The minimum and maximum number of characters, if known. */
  readonly length?: readonly [least: number, most: number];
  /** The source of the name. */
  readonly nameFrom: ParameterSource;
  /** The source of `need`, `type` and `length`. */
  readonly rulesFrom: ParameterSource;
}

/** The arguments that name the parties of an order. */
export interface Parties {
  readonly source?: readonly string[];
  readonly receiver?: readonly string[];
}

/** One operation: a form post to `{prefix}/{version}/{path}/{endpoint}`. */
export interface Operation {
  /** What it does, for documents. */
  readonly summary: string;
  readonly version: string;
  readonly path: string;
  readonly signatureMethod: SignatureMethod;
  /** The source of `signatureMethod`. */
  readonly methodFrom: ParameterSource;
  /** Whether the path may end in `group/{endpoint group}` instead of an endpoint. */
  readonly hasGroups: boolean;
  /** The client sends such a request once, unless a call sets `attempts`. */
  readonly movesMoney: boolean;
  /** What the client reads. */
  readonly answer: keyof Answers;
  /** The parameters by argument name. */
  readonly parameters: Readonly<Record<string, OperationParameter>>;
  /** A call must have exactly one argument of each list. */
  readonly oneOf: readonly (readonly string[])[];
  /** A call must have all arguments of a list or none. */
  readonly together: readonly (readonly string[])[];
  /** Where the money comes from and where it goes: for each party, the arguments of which one names it. Only the simulator uses this. */
  readonly parties?: Parties;
  /** The arguments of a valid request, to which the simulator's sample data has an answer. */
  readonly example: Readonly<Record<string, string>>;
}

/**
 * The operations by the name of the client's method. Each parameter is one long line.
 *
 * @example
 * ```ts
 * import { OPERATIONS } from "countersign/gateway";
 *
 * OPERATIONS.payout.parameters.clientOrderId.name; // => "client-order-id"
 * ```
 */
// biome-ignore format: one line for each parameter
export const OPERATIONS = {
  createCardRef: {
    summary: "Get a card reference for the card of an earlier payment",
    version: "v4", path: "create-card-ref", signatureMethod: "RSA-SHA256", methodFrom: "specification", hasGroups: true, movesMoney: false, answer: "card-reference",
    parameters: {
      login: { name: "login", need: "optional", type: "text", length: [1, 20], nameFrom: "specification", rulesFrom: "public" },
      clientOrderId: { name: "client_orderid", need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "specification" },
      orderId: { name: "orderid", need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "specification" },
    },
    oneOf: [], together: [],
    example: { clientOrderId: "invoice-1", orderId: "1001" },
  },
  panEligibilitySend: {
    summary: "Ask whether a card can send transfers",
    version: "v2", path: "pan-eligibility/send", signatureMethod: "HMAC-SHA1", methodFrom: "public", hasGroups: false, movesMoney: false, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "public" },
      sendingCardRefId: { name: "sending-card-ref-id", need: "conditional", type: "digits", length: [1, 20], nameFrom: "specification", rulesFrom: "public" },
      sendingCardNumber: { name: "sending-card-number", need: "conditional", type: "card-number", length: [13, 19], nameFrom: "public", rulesFrom: "public" },
      cardPrintedName: { name: "card-printed-name", need: "conditional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      expireMonth: { name: "expire_month", otherNames: ["expire-month"], need: "conditional", type: "month", length: [2, 2], nameFrom: "public", rulesFrom: "public" },
      expireYear: { name: "expire_year", otherNames: ["expire-year"], need: "conditional", type: "year", length: [4, 4], nameFrom: "public", rulesFrom: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [["sendingCardRefId", "sendingCardNumber"]],
    together: [["sendingCardNumber", "cardPrintedName", "expireMonth", "expireYear"]],
    parties: { source: ["sendingCardRefId", "sendingCardNumber"] },
    example: { clientOrderId: "check-1", sendingCardRefId: "1000000001" },
  },
  transfer: {
    summary: "Transfer money from a card or the deposit to a card",
    version: "v4", path: "transfer", signatureMethod: "RSA-SHA256", methodFrom: "public", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client_orderid", otherNames: ["client-order-id"], need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], nameFrom: "specification", rulesFrom: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], nameFrom: "specification", rulesFrom: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], nameFrom: "specification", rulesFrom: "public" },
      creditCardNumber: { name: "credit_card_number", need: "conditional", type: "card-number", length: [13, 19], nameFrom: "specification", rulesFrom: "public" },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], nameFrom: "specification", rulesFrom: "public" },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], nameFrom: "specification", rulesFrom: "public" },
      cvv2: { name: "cvv2", need: "conditional", type: "cvv2", length: [3, 4], nameFrom: "specification", rulesFrom: "public" },
      cardPrintedName: { name: "card_printed_name", need: "optional", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "public" },
      destinationCardNo: { name: "destination-card-no", need: "conditional", type: "card-number", length: [13, 19], nameFrom: "specification", rulesFrom: "public" },
      cardRecurringPaymentId: { name: "card_recurring_payment_id", need: "conditional", type: "digits", length: [1, 20], nameFrom: "specification", rulesFrom: "public" },
      destinationCardRecurringPaymentId: { name: "destination_card_recurring_payment_id", need: "conditional", type: "digits", length: [1, 20], nameFrom: "specification", rulesFrom: "public" },
      deposit2card: { name: "deposit2card", need: "optional", type: "boolean", nameFrom: "specification", rulesFrom: "specification" },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], nameFrom: "specification", rulesFrom: "public" },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], nameFrom: "public", rulesFrom: "public" },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 256], nameFrom: "public", rulesFrom: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], nameFrom: "specification", rulesFrom: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [],
    together: [["creditCardNumber", "expireMonth", "expireYear", "cvv2"]],
    parties: {
      source: ["creditCardNumber", "cardRecurringPaymentId"],
      receiver: ["destinationCardNo", "destinationCardRecurringPaymentId"],
    },
    example: {
      clientOrderId: "transfer-1", amount: "10.42", currency: "EUR", orderDesc: "Gift & card",
      creditCardNumber: "4444333322221111", expireMonth: "12", expireYear: "2099", cvv2: "123", cardPrintedName: "JOHN SMITH",
      destinationCardNo: "4444555566661111", ipAddress: "203.0.113.7", serverCallbackUrl: "https://shop.example/callback",
    },
  },
  transferByRef: {
    summary: "Transfer money from the deposit to a card",
    version: "v4", path: "transfer-by-ref", signatureMethod: "RSA-SHA256", methodFrom: "public", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "public" },
      destinationCardNo: { name: "destination-card-no", need: "conditional", type: "card-number", length: [16, 19], nameFrom: "specification", rulesFrom: "public" },
      destinationCardRefId: { name: "destination-card-ref-id", need: "conditional", type: "digits", length: [1, 20], nameFrom: "public", rulesFrom: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], nameFrom: "specification", rulesFrom: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], nameFrom: "specification", rulesFrom: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], nameFrom: "specification", rulesFrom: "public" },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], nameFrom: "public", rulesFrom: "public" },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      middleName: { name: "middle_name", need: "optional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      lastName: { name: "last_name", need: "optional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      ssn: { name: "ssn", need: "optional", type: "digits", length: [4, 4], nameFrom: "public", rulesFrom: "public" },
      birthday: { name: "birthday", need: "optional", type: "digits", length: [8, 8], nameFrom: "public", rulesFrom: "public" },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 50], nameFrom: "public", rulesFrom: "public" },
      city: { name: "city", need: "optional", type: "text", length: [1, 50], nameFrom: "public", rulesFrom: "public" },
      state: { name: "state", need: "optional", type: "text", length: [2, 3], nameFrom: "public", rulesFrom: "public" },
      zipCode: { name: "zip_code", need: "optional", type: "text", length: [1, 10], nameFrom: "public", rulesFrom: "public" },
      country: { name: "country", need: "optional", type: "country", length: [2, 2], nameFrom: "public", rulesFrom: "public" },
      phone: { name: "phone", need: "optional", type: "text", length: [1, 15], nameFrom: "public", rulesFrom: "public" },
      cellPhone: { name: "cell_phone", need: "optional", type: "text", length: [1, 15], nameFrom: "public", rulesFrom: "public" },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], nameFrom: "public", rulesFrom: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [["destinationCardNo", "destinationCardRefId"]], together: [],
    parties: { receiver: ["destinationCardNo", "destinationCardRefId"] },
    example: { clientOrderId: "transfer-2", amount: "10.42", currency: "EUR", destinationCardRefId: "1000000001" },
  },
  payout: {
    summary: "Pay out to a bank account or a card",
    version: "v4", path: "payout", signatureMethod: "RSA-SHA256", methodFrom: "public", hasGroups: true, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client-order-id", otherNames: ["client_orderid"], need: "required", type: "text", length: [1, 128], nameFrom: "specification", rulesFrom: "public" },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 10], nameFrom: "specification", rulesFrom: "public" },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], nameFrom: "specification", rulesFrom: "public" },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 64], nameFrom: "specification", rulesFrom: "public" },
      accountNumber: { name: "account_number", need: "conditional", type: "text", length: [1, 24], nameFrom: "specification", rulesFrom: "public" },
      bankName: { name: "bank_name", need: "conditional", type: "text", length: [1, 255], nameFrom: "specification", rulesFrom: "public" },
      bankBranch: { name: "bank_branch", need: "conditional", type: "text", length: [1, 255], nameFrom: "public", rulesFrom: "public" },
      bankProvince: { name: "bank_province", need: "optional", type: "text", nameFrom: "public", rulesFrom: "public" },
      bankCity: { name: "bank_city", need: "optional", type: "text", nameFrom: "public", rulesFrom: "public" },
      creditCardNumber: { name: "credit_card_number", need: "conditional", type: "card-number", length: [13, 19], nameFrom: "public", rulesFrom: "public" },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], nameFrom: "public", rulesFrom: "public" },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], nameFrom: "public", rulesFrom: "public" },
      cardPrintedName: { name: "card_printed_name", need: "conditional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      ipAddress: { name: "ipaddress", need: "conditional", type: "ip-address", length: [7, 45], nameFrom: "public", rulesFrom: "public" },
      purpose: { name: "purpose", need: "conditional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [], together: [],
    parties: { receiver: ["accountNumber", "creditCardNumber"] },
    example: { clientOrderId: "payout-1", amount: "10.42", currency: "EUR", accountNumber: "1234567890", bankName: "Bank", bankBranch: "Main" },
  },
  status: {
    summary: "Ask for the status of an order",
    version: "v4", path: "status", signatureMethod: "RSA-SHA256", methodFrom: "public", hasGroups: true, movesMoney: false, answer: "status",
    parameters: {
      login: { name: "login", need: "required", type: "text", length: [1, 20], nameFrom: "public", rulesFrom: "public" },
      clientOrderId: { name: "client_orderid", need: "required", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      orderId: { name: "orderid", need: "conditional", type: "text", length: [1, 128], nameFrom: "public", rulesFrom: "public" },
      byRequestSn: { name: "by-request-sn", need: "optional", type: "text", length: [36, 36], nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [], together: [],
    example: { login: "merchant", clientOrderId: "invoice-1", orderId: "1001" },
  },
} as const;

/** The operations for which a client has methods. */
export type OperationName = keyof typeof OPERATIONS;

type Rows<Name extends OperationName> = (typeof OPERATIONS)[Name]["parameters"];
/** The client adds a missing login, so no call needs it. */
type RequiredIn<R> = Exclude<
  { [Key in keyof R]: R[Key] extends { readonly need: "required" } ? Key : never }[keyof R],
  "login"
>;

/** At most one of a pair. */
type NotBoth<Groups> = Groups extends readonly [readonly [infer First extends string, infer Second extends string]]
  ? { readonly [Key in First]?: undefined } | { readonly [Key in Second]?: undefined }
  : unknown;

/** The arguments of an operation, as text: a number would lose the trailing zero of an amount. */
export type ArgumentsOf<Name extends OperationName> = {
  readonly [Key in RequiredIn<Rows<Name>>]: string;
} & {
  readonly [Key in Exclude<keyof Rows<Name>, RequiredIn<Rows<Name>>>]?: string | undefined;
} & NotBoth<(typeof OPERATIONS)[Name]["oneOf"]>;

// The compiler compares each example with the arguments of its operation.
OPERATIONS satisfies { readonly [Name in OperationName]: { readonly example: ArgumentsOf<Name> } };

/** All names that operations use for the merchant's id of an order. */
export const CLIENT_ORDER_ID_NAMES: readonly string[] = [
  ...new Set(
    Object.values(OPERATIONS).flatMap(({ parameters: { clientOrderId } }) => [
      clientOrderId.name,
      ...("otherNames" in clientOrderId ? clientOrderId.otherNames : []),
    ]),
  ),
];

export const OPERATION_NAMES: readonly OperationName[] = Object.keys(OPERATIONS) as OperationName[];

/** The row of an operation, as the general type {@link Operation}. */
export function operationNamed(name: OperationName): Operation {
  return OPERATIONS[name];
}
