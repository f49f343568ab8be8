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
  /** A description, for documents. */
  readonly summary: string;
  readonly version: string;
  readonly path: string;
  readonly signatureMethod: SignatureMethod;
  /** The source of `signatureMethod`. */
  readonly methodFrom: ParameterSource;
  /** Whether the path may end in `group/{endpoint group}` instead of an endpoint. */
  readonly hasGroups: boolean;
  /** Operations that move money are sent once, unless the call sets `attempts`. */
  readonly movesMoney: boolean;
  /** The kind of answer. */
  readonly answer: keyof Answers;
  /** The parameters by argument name. */
  readonly parameters: Readonly<Record<string, OperationParameter>>;
  /** A call must have exactly one argument of each list. */
  readonly oneOf: readonly (readonly string[])[];
  /** A call must have all arguments of a list or none. */
  readonly together: readonly (readonly string[])[];
  /** The source and the receiver of the money, each with the arguments that name this party. Only the simulator uses them. */
  readonly parties?: Parties;
  /** The arguments of a valid request that the simulator answers from its sample data. */
  readonly example: Readonly<Record<string, string>>;
}

const SPECIFIED = { nameFrom: "specification", rulesFrom: "specification" } as const;
/** The specification contains the name; only public documents contain rules. */
const NAME_SPECIFIED = { nameFrom: "specification", rulesFrom: "public" } as const;
const PUBLIC = { nameFrom: "public", rulesFrom: "public" } as const;

/**
 * The operations by the name of the client's method.
 *
 * @example
 * ```ts
 * import { OPERATIONS } from "countersign/gateway";
 *
 * OPERATIONS.payout.parameters.clientOrderId.name; // => "client-order-id"
 * ```
 */
export const OPERATIONS = {
  createCardRef: {
    summary: "Get a card reference for the card of an earlier payment",
    version: "v4",
    path: "create-card-ref",
    signatureMethod: "RSA-SHA256",
    methodFrom: "specification",
    hasGroups: true,
    movesMoney: false,
    answer: "card-reference",
    parameters: {
      login: { name: "login", need: "optional", type: "text", length: [1, 20], ...NAME_SPECIFIED },
      clientOrderId: { name: "client_orderid", need: "required", type: "text", length: [1, 128], ...SPECIFIED },
      orderId: { name: "orderid", need: "required", type: "text", length: [1, 128], ...SPECIFIED },
    },
    oneOf: [],
    together: [],
    example: { clientOrderId: "invoice-1", orderId: "1001" },
  },
  panEligibilitySend: {
    summary: "Ask whether a card can send transfers",
    version: "v2",
    path: "pan-eligibility/send",
    signatureMethod: "HMAC-SHA1",
    methodFrom: "public",
    hasGroups: false,
    movesMoney: false,
    answer: "order",
    parameters: {
      clientOrderId: {
        name: "client-order-id",
        otherNames: ["client_orderid"],
        need: "required",
        type: "text",
        length: [1, 128],
        ...NAME_SPECIFIED,
      },
      sendingCardRefId: {
        name: "sending-card-ref-id",
        need: "conditional",
        type: "digits",
        length: [1, 20],
        ...NAME_SPECIFIED,
      },
      sendingCardNumber: {
        name: "sending-card-number",
        need: "conditional",
        type: "card-number",
        length: [13, 19],
        ...PUBLIC,
      },
      cardPrintedName: { name: "card-printed-name", need: "conditional", type: "text", length: [1, 128], ...PUBLIC },
      expireMonth: {
        name: "expire_month",
        otherNames: ["expire-month"],
        need: "conditional",
        type: "month",
        length: [2, 2],
        ...PUBLIC,
      },
      expireYear: {
        name: "expire_year",
        otherNames: ["expire-year"],
        need: "conditional",
        type: "year",
        length: [4, 4],
        ...PUBLIC,
      },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], ...PUBLIC },
    },
    oneOf: [["sendingCardRefId", "sendingCardNumber"]],
    together: [["sendingCardNumber", "cardPrintedName", "expireMonth", "expireYear"]],
    parties: { source: ["sendingCardRefId", "sendingCardNumber"] },
    example: { clientOrderId: "check-1", sendingCardRefId: "1000000001" },
  },
  transfer: {
    summary: "Transfer money from a card or the deposit to a card",
    version: "v4",
    path: "transfer",
    signatureMethod: "RSA-SHA256",
    methodFrom: "public",
    hasGroups: true,
    movesMoney: true,
    answer: "order",
    parameters: {
      clientOrderId: {
        name: "client_orderid",
        otherNames: ["client-order-id"],
        need: "required",
        type: "text",
        length: [1, 128],
        ...NAME_SPECIFIED,
      },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], ...NAME_SPECIFIED },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], ...NAME_SPECIFIED },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], ...NAME_SPECIFIED },
      creditCardNumber: {
        name: "credit_card_number",
        need: "conditional",
        type: "card-number",
        length: [13, 19],
        ...NAME_SPECIFIED,
      },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], ...NAME_SPECIFIED },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], ...NAME_SPECIFIED },
      cvv2: { name: "cvv2", need: "conditional", type: "cvv2", length: [3, 4], ...NAME_SPECIFIED },
      cardPrintedName: {
        name: "card_printed_name",
        need: "optional",
        type: "text",
        length: [1, 128],
        ...NAME_SPECIFIED,
      },
      destinationCardNo: {
        name: "destination-card-no",
        need: "conditional",
        type: "card-number",
        length: [13, 19],
        ...NAME_SPECIFIED,
      },
      cardRecurringPaymentId: {
        name: "card_recurring_payment_id",
        need: "conditional",
        type: "digits",
        length: [1, 20],
        ...NAME_SPECIFIED,
      },
      destinationCardRecurringPaymentId: {
        name: "destination_card_recurring_payment_id",
        need: "conditional",
        type: "digits",
        length: [1, 20],
        ...NAME_SPECIFIED,
      },
      deposit2card: { name: "deposit2card", need: "optional", type: "boolean", ...SPECIFIED },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], ...NAME_SPECIFIED },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], ...PUBLIC },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], ...PUBLIC },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 256], ...PUBLIC },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], ...NAME_SPECIFIED },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 1024], ...PUBLIC },
    },
    oneOf: [],
    together: [["creditCardNumber", "expireMonth", "expireYear", "cvv2"]],
    parties: {
      source: ["creditCardNumber", "cardRecurringPaymentId"],
      receiver: ["destinationCardNo", "destinationCardRecurringPaymentId"],
    },
    example: {
      clientOrderId: "transfer-1",
      amount: "10.42",
      currency: "EUR",
      orderDesc: "Gift & card",
      creditCardNumber: "4444333322221111",
      expireMonth: "12",
      expireYear: "2099",
      cvv2: "123",
      cardPrintedName: "JOHN SMITH",
      destinationCardNo: "4444555566661111",
      ipAddress: "203.0.113.7",
      serverCallbackUrl: "https://shop.example/callback",
    },
  },
  transferByRef: {
    summary: "Transfer money from the deposit to a card",
    version: "v4",
    path: "transfer-by-ref",
    signatureMethod: "RSA-SHA256",
    methodFrom: "public",
    hasGroups: true,
    movesMoney: true,
    answer: "order",
    parameters: {
      clientOrderId: {
        name: "client-order-id",
        otherNames: ["client_orderid"],
        need: "required",
        type: "text",
        length: [1, 128],
        ...NAME_SPECIFIED,
      },
      destinationCardNo: {
        name: "destination-card-no",
        need: "conditional",
        type: "card-number",
        length: [16, 19],
        ...NAME_SPECIFIED,
      },
      destinationCardRefId: {
        name: "destination-card-ref-id",
        need: "conditional",
        type: "digits",
        length: [1, 20],
        ...PUBLIC,
      },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 12], ...NAME_SPECIFIED },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], ...NAME_SPECIFIED },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 125], ...NAME_SPECIFIED },
      ipAddress: { name: "ipaddress", need: "optional", type: "ip-address", length: [7, 45], ...PUBLIC },
      firstName: { name: "first_name", need: "optional", type: "text", length: [1, 128], ...PUBLIC },
      middleName: { name: "middle_name", need: "optional", type: "text", length: [1, 128], ...PUBLIC },
      lastName: { name: "last_name", need: "optional", type: "text", length: [1, 128], ...PUBLIC },
      ssn: { name: "ssn", need: "optional", type: "digits", length: [4, 4], ...PUBLIC },
      birthday: { name: "birthday", need: "optional", type: "digits", length: [8, 8], ...PUBLIC },
      address1: { name: "address1", need: "optional", type: "text", length: [1, 50], ...PUBLIC },
      city: { name: "city", need: "optional", type: "text", length: [1, 50], ...PUBLIC },
      state: { name: "state", need: "optional", type: "text", length: [2, 3], ...PUBLIC },
      zipCode: { name: "zip_code", need: "optional", type: "text", length: [1, 10], ...PUBLIC },
      country: { name: "country", need: "optional", type: "country", length: [2, 2], ...PUBLIC },
      phone: { name: "phone", need: "optional", type: "text", length: [1, 15], ...PUBLIC },
      cellPhone: { name: "cell_phone", need: "optional", type: "text", length: [1, 15], ...PUBLIC },
      email: { name: "email", need: "optional", type: "text", length: [1, 50], ...PUBLIC },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], ...PUBLIC },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", length: [1, 250], ...PUBLIC },
    },
    oneOf: [["destinationCardNo", "destinationCardRefId"]],
    together: [],
    parties: { receiver: ["destinationCardNo", "destinationCardRefId"] },
    example: { clientOrderId: "transfer-2", amount: "10.42", currency: "EUR", destinationCardRefId: "1000000001" },
  },
  payout: {
    summary: "Pay out to a bank account or a card",
    version: "v4",
    path: "payout",
    signatureMethod: "RSA-SHA256",
    methodFrom: "public",
    hasGroups: true,
    movesMoney: true,
    answer: "order",
    parameters: {
      clientOrderId: {
        name: "client-order-id",
        otherNames: ["client_orderid"],
        need: "required",
        type: "text",
        length: [1, 128],
        ...NAME_SPECIFIED,
      },
      amount: { name: "amount", need: "required", type: "amount", length: [1, 10], ...NAME_SPECIFIED },
      currency: { name: "currency", need: "required", type: "currency", length: [3, 3], ...NAME_SPECIFIED },
      orderDesc: { name: "order_desc", need: "optional", type: "text", length: [1, 64], ...NAME_SPECIFIED },
      accountNumber: { name: "account_number", need: "conditional", type: "text", length: [1, 24], ...NAME_SPECIFIED },
      bankName: { name: "bank_name", need: "conditional", type: "text", length: [1, 255], ...NAME_SPECIFIED },
      bankBranch: { name: "bank_branch", need: "conditional", type: "text", length: [1, 255], ...PUBLIC },
      bankProvince: { name: "bank_province", need: "optional", type: "text", ...PUBLIC },
      bankCity: { name: "bank_city", need: "optional", type: "text", ...PUBLIC },
      creditCardNumber: {
        name: "credit_card_number",
        need: "conditional",
        type: "card-number",
        length: [13, 19],
        ...PUBLIC,
      },
      expireMonth: { name: "expire_month", need: "conditional", type: "month", length: [2, 2], ...PUBLIC },
      expireYear: { name: "expire_year", need: "conditional", type: "year", length: [4, 4], ...PUBLIC },
      cardPrintedName: { name: "card_printed_name", need: "conditional", type: "text", length: [1, 128], ...PUBLIC },
      ipAddress: { name: "ipaddress", need: "conditional", type: "ip-address", length: [7, 45], ...PUBLIC },
      purpose: { name: "purpose", need: "conditional", type: "text", length: [1, 128], ...PUBLIC },
      serverCallbackUrl: { name: "server_callback_url", need: "optional", type: "url", length: [1, 128], ...PUBLIC },
      redirectUrl: { name: "redirect_url", need: "optional", type: "url", ...PUBLIC },
    },
    oneOf: [],
    together: [],
    parties: { receiver: ["accountNumber", "creditCardNumber"] },
    example: {
      clientOrderId: "payout-1",
      amount: "10.42",
      currency: "EUR",
      accountNumber: "1234567890",
      bankName: "Bank",
      bankBranch: "Main",
    },
  },
  status: {
    summary: "Ask for the status of an order",
    version: "v4",
    path: "status",
    signatureMethod: "RSA-SHA256",
    methodFrom: "public",
    hasGroups: true,
    movesMoney: false,
    answer: "status",
    parameters: {
      login: { name: "login", need: "required", type: "text", length: [1, 20], ...PUBLIC },
      clientOrderId: { name: "client_orderid", need: "required", type: "text", length: [1, 128], ...PUBLIC },
      orderId: { name: "orderid", need: "conditional", type: "text", length: [1, 128], ...PUBLIC },
      byRequestSn: { name: "by-request-sn", need: "optional", type: "text", length: [36, 36], ...PUBLIC },
    },
    oneOf: [],
    together: [],
    example: { login: "merchant", clientOrderId: "invoice-1", orderId: "1001" },
  },
} as const;

/** The operations for which a client has methods. */
export type OperationName = keyof typeof OPERATIONS;

type Rows<Name extends OperationName> = (typeof OPERATIONS)[Name]["parameters"];
/** Required arguments except the login, which the client adds. */
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
