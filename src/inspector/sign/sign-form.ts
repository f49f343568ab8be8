/** The form for signing a request, and the checks that the signer does not make. */

import { decryptKey, isEncryptedKey } from "../../keys/encrypted-key.ts";
import { DECRYPT, hasPrivateKey, reportOfKey } from "../../keys/key-text.ts";
import type { SignatureMethod, Transport } from "../../oauth1/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";

/** The fields of the form. */
export interface SignForm {
  readonly method: string;
  readonly url: string;
  /** The parameters of a form-encoded body. */
  readonly form?: readonly (readonly [name: string, value: string])[] | undefined;
  /** A body that is not form-encoded, and its type. */
  readonly body?: { readonly text: string; readonly contentType: string } | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly consumerKey: string;
  readonly consumerSecret?: string | undefined;
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** PEM or JWK, which may have been damaged by copying. */
  readonly privateKey?: string | undefined;
  /** Decrypts `privateKey`. */
  readonly passphrase?: string | undefined;
  /** More protocol parameters, such as oauth_callback. */
  readonly protocolParameters?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly transport: Transport;
  readonly realm?: string | undefined;
  /** Whether to send oauth_version. */
  readonly hasVersion: boolean;
  readonly hasBodyHash: boolean;
  /** The charset in Content-Type of a form. The text is always sent as UTF-8. */
  readonly charset?: string | undefined;
  /** @default a new one */
  readonly nonce?: string | undefined;
  /** @default the current time */
  readonly timestamp?: string | undefined;
}

/** A form cannot be signed. The message names what to change, and quotes no secret. */
export class SignFormError extends Error {
  override readonly name = "SignFormError";
}

/**
 * Decrypts the private key of the form, if it is encrypted and the method needs it.
 *
 * @throws {@link SignFormError} for a wrong or missing passphrase, and for a key that is encrypted in another way
 */
export async function withDecryptedKey(form: SignForm): Promise<SignForm> {
  const { signatureMethod, privateKey = "", passphrase = "" } = form;
  if (!isRsaMethod(signatureMethod) || !isEncryptedKey(privateKey)) return form;
  if (passphrase === "") throw new SignFormError("The private key is encrypted: it needs its passphrase.");
  const decrypted = await decryptKey(privateKey, passphrase).catch(() => {
    throw new SignFormError(`The private key cannot be decrypted here. Decrypt a copy of it: ${DECRYPT}`);
  });
  if (decrypted === undefined) throw new SignFormError("The passphrase of the private key is wrong.");
  return { ...form, privateKey: decrypted };
}

/** @throws {@link SignFormError} if the method uses RSA and the text is not a key */
export function checkKey({ signatureMethod, privateKey = "" }: SignForm): void {
  if (!isRsaMethod(signatureMethod)) return;
  if (privateKey.trim() === "") {
    throw new SignFormError(`${signatureMethod} needs a private key. You can make one in the tab Keys.`);
  }
  const { problem, command } = reportOfKey(privateKey);
  if (problem === undefined) return;
  throw new SignFormError(`The private key: ${[problem, command].filter((one) => one !== undefined).join(" ")}`);
}

/**
 * Rejects a private key in another field, which would be sent and shown with the request.
 *
 * @throws {@link SignFormError} that names the field
 */
export function checkNoKeyElsewhere(form: SignForm): void {
  const { method, url, consumerKey, consumerSecret, token, tokenSecret, realm, charset, nonce, timestamp, body } = form;
  const values = form.form?.map(([, value]) => value) ?? [];
  // Most lines of a key contain no equals sign, so each was read as the name of a parameter.
  const lines = form.form?.map(([name, value]) => (value === "" ? name : `${name}=${value}`)).join("\n");
  const fields: Readonly<Record<string, readonly (string | undefined)[]>> = {
    method: [method],
    URL: [url],
    form: [lines, ...values],
    body: [body?.text],
    "Content-Type": [body?.contentType],
    charset: [charset],
    realm: [realm],
    "consumer key": [consumerKey],
    "consumer secret": [consumerSecret],
    token: [token],
    "token secret": [tokenSecret],
    nonce: [nonce],
    timestamp: [timestamp],
    "protocol parameters": form.protocolParameters?.flat() ?? [],
  };
  const found = Object.entries(fields).find(([, texts]) =>
    texts.some((text) => text !== undefined && hasPrivateKey(text)),
  );
  if (found === undefined) return;
  throw new SignFormError(
    `The ${found[0]} has a private key. Put it into the field Private key only, which is there for the RSA methods.`,
  );
}

/** @throws {@link SignFormError} for a charset in which the octets of the form would mean other text */
export function checkCharset({ charset, form = [] }: SignForm): void {
  if (charset === undefined || charset.toLowerCase() === "utf-8") return;
  if (!/^[\w.:-]+$/.test(charset)) throw new SignFormError("The charset must be a name such as UTF-8.");
  if (form.flat().some((text) => /[^\x00-\x7f]/.test(text))) {
    throw new SignFormError("The form is sent as UTF-8. Another charset is possible for ASCII values only.");
  }
}
