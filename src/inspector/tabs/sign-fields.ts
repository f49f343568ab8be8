/** The fields of the tab Sign, and the request that they describe. */

import { OPERATION_NAMES, operationNamed } from "../../gateway/operations.ts";
import { createNonce, SIGNATURE_METHODS, type SignatureMethod } from "../../oauth1/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { button, element, field } from "../dom.ts";
import { requestOfOperation, type SignForm } from "../sign/index.ts";
import { checkbox, secretInput, select, textArea, textInput } from "./controls.ts";
import { createOperationFields } from "./operation-fields.ts";

const BY_HAND = "by-hand";

/** The fields and their values. */
export interface SignFields {
  readonly element: HTMLElement;
  /** @throws GatewayArgumentError or GatewayError for values that an operation does not accept */
  read(): SignForm;
  readonly showCardData: HTMLInputElement;
}

/** @param changed called after each change of a field by the page itself */
export function createSignFields(changed: () => void): SignFields {
  const what = select([
    [BY_HAND, "any request"],
    ...OPERATION_NAMES.map((name) => [name, `gateway: ${name}`] as const),
  ]);
  const operation = createOperationFields();
  const request = requestFields();
  const key = keyFields();
  const signing = signingFields(changed);
  const cardData = checkbox("Show card data");

  function isByHand(): boolean {
    return what.value === BY_HAND;
  }

  /** The gateway's samples use a different transport and realm for each method. */
  function applyDefaults(): void {
    const method = key.method.value as "HMAC-SHA1" | "RSA-SHA256";
    const isHmac = method === "HMAC-SHA1";
    signing.transport.value = isHmac ? "header-and-body" : "header";
    signing.hasRealm.checked = isHmac;
  }

  function showKind(): void {
    request.element.hidden = !isByHand();
    operation.element.hidden = isByHand();
    const chosen = OPERATION_NAMES.find((name) => name === what.value);
    for (const option of key.method.options) {
      option.disabled = chosen !== undefined && !/^(?:HMAC-SHA1|RSA-SHA256)$/.test(option.value);
    }
    if (chosen !== undefined) {
      operation.show(chosen);
      key.method.value = operationNamed(chosen).signatureMethod;
      applyDefaults();
    }
    key.showMethod(!isByHand());
  }

  what.addEventListener("change", () => {
    showKind();
    changed();
  });
  key.method.addEventListener("change", () => {
    if (!isByHand()) applyDefaults();
    key.showMethod(!isByHand());
    changed();
  });
  showKind();

  return {
    element: element(
      "form",
      { class: "input-part", autocomplete: "off" },
      field("What to sign", what),
      request.element,
      operation.element,
      key.element,
      signing.element,
      cardData.label,
    ),
    read() {
      const own = { ...key.read(), ...signing.read() };
      if (isByHand()) return { ...own, ...request.read() };
      const { method, url, form } = requestOfOperation(operation.read(key.method.value as "HMAC-SHA1" | "RSA-SHA256"));
      return { ...own, method, url, form };
    },
    showCardData: cardData.input,
  };
}

function requestFields(): { element: HTMLElement; read(): Pick<SignForm, "method" | "url" | "form" | "body"> } {
  const method = textInput("POST");
  const url = textInput("https://gateway.example/payments");
  const kind = select([
    ["form", "form parameters"],
    ["none", "no body"],
    ["other", "another body"],
  ]);
  const form = textArea(4);
  form.value = "amount=10.42\nnote=Coffee & cake – 2×";
  const type = textInput("application/json");
  const text = textArea(4);
  const formField = field("Form", form, "One parameter a line: name=value, not encoded.");
  const other = element("div", {}, field("Content-Type", type), field("Body", text));
  function show(): void {
    formField.hidden = kind.value !== "form";
    other.hidden = kind.value !== "other";
  }
  kind.addEventListener("change", show);
  show();
  return {
    element: element(
      "div",
      { class: "input-part" },
      element("div", { class: "columns" }, field("Method", method), field("Kind of body", kind)),
      field("URL", url),
      formField,
      other,
    ),
    read: () => ({
      method: method.value,
      url: url.value.trim(),
      form: kind.value === "form" ? pairsOf(form.value) : undefined,
      body: kind.value === "other" ? { text: text.value, contentType: type.value } : undefined,
    }),
  };
}

/** A line without an equals sign is a name with an empty value. */
function pairsOf(text: string): (readonly [name: string, value: string])[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const at = line.indexOf("=");
    return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
  });
}

type KeyPart =
  | "signatureMethod"
  | "consumerKey"
  | "consumerSecret"
  | "token"
  | "tokenSecret"
  | "privateKey"
  | "passphrase";

function keyFields(): {
  element: HTMLElement;
  method: HTMLSelectElement;
  /** @param isGateway - the gateway uses no tokens */
  showMethod(isGateway: boolean): void;
  read(): Pick<SignForm, KeyPart>;
} {
  const method = select(SIGNATURE_METHODS.map((one) => [one, one] as const));
  const consumerKey = textInput("merchant");
  const token = textInput();
  const [consumerSecret, tokenSecret] = [secretInput(), secretInput()];
  const [privateKey, passphrase] = [textArea(3), secretInput()];
  const rsa = field("Private key", privateKey, "PEM or JWK. Line breaks that copying lost are repaired.");
  const ofKey = field("Passphrase", passphrase, "Of an encrypted key (BEGIN ENCRYPTED PRIVATE KEY).");
  const consumer = field("Consumer secret", consumerSecret);
  const ofToken = field("Token secret", tokenSecret);
  const tokenField = field("Token", token, "Empty for none.");
  let hasToken = true;
  return {
    method,
    element: element(
      "div",
      { class: "input-part" },
      element("div", { class: "columns" }, field("Signature method", method), field("Consumer key", consumerKey)),
      element("div", { class: "columns" }, consumer, tokenField, ofToken),
      rsa,
      ofKey,
    ),
    showMethod(isGateway) {
      const isRsa = isRsaMethod(method.value);
      hasToken = !isGateway;
      rsa.hidden = ofKey.hidden = !isRsa;
      consumer.hidden = isRsa;
      tokenField.hidden = isGateway;
      ofToken.hidden = isRsa || isGateway;
    },
    read: () => ({
      signatureMethod: method.value as SignatureMethod,
      consumerKey: consumerKey.value,
      consumerSecret: consumerSecret.value,
      token: hasToken && token.value !== "" ? token.value : undefined,
      tokenSecret: hasToken ? tokenSecret.value : "",
      privateKey: privateKey.value,
      passphrase: passphrase.value,
    }),
  };
}

type SigningPart =
  | "transport"
  | "realm"
  | "hasVersion"
  | "hasBodyHash"
  | "charset"
  | "nonce"
  | "timestamp"
  | "protocolParameters";

function signingFields(changed: () => void): {
  element: HTMLElement;
  transport: HTMLSelectElement;
  hasRealm: HTMLInputElement;
  read(): Pick<SignForm, SigningPart>;
} {
  const transport = select([
    ["header", "Authorization header"],
    ["body", "form body"],
    ["query", "query"],
    ["header-and-body", "header, repeated in the body"],
  ]);
  const hasRealm = checkbox("Send a realm");
  const realm = textInput();
  const version = checkbox("Send oauth_version", true);
  const hash = checkbox("Sign the hash of the body (oauth_body_hash)");
  const charset = textInput();
  const further = textArea(2);
  const [nonce, timestamp] = [textInput(), textInput()];
  function renew(): void {
    nonce.value = createNonce();
    timestamp.value = String(Math.floor(Date.now() / 1000));
  }
  renew();
  const again = button("New nonce and time", () => {
    renew();
    changed();
  });
  return {
    transport,
    hasRealm: hasRealm.input,
    element: element(
      "details",
      {},
      element("summary", {}, "Place of the signature, realm, nonce, time and more"),
      field("Protocol parameters in", transport),
      hasRealm.label,
      field("Realm", realm, "May be empty. The signature does not cover it."),
      field("Charset in Content-Type", charset, "Empty for none. The text is sent as UTF-8."),
      field("Nonce", nonce),
      field("Timestamp", timestamp, "Seconds since 1970."),
      element("div", { class: "row" }, again),
      version.label,
      hash.label,
      field("Other protocol parameters", further, "One a line: oauth_callback=https://shop.example/done, not encoded."),
    ),
    read: () => ({
      transport: transport.value,
      realm: hasRealm.input.checked ? realm.value : undefined,
      hasVersion: version.input.checked,
      hasBodyHash: hash.input.checked,
      charset: charset.value === "" ? undefined : charset.value,
      nonce: nonce.value,
      timestamp: timestamp.value,
      protocolParameters: pairsOf(further.value),
    }),
  };
}
