/** The parameters of a request, read without the model, so that a mistake in the model cannot hide itself. */

import type { OctetText, RequestInput } from "../vectors/input.ts";
import { fullProtocolParameters } from "../vectors/signing-input.ts";

/** A decoded parameter. Each character is one octet. */
export interface SentParameter {
  readonly name: string;
  readonly value: string;
}

/** The query, form and protocol parameters, including those that are not signed. */
export function sentParameters(input: RequestInput): SentParameter[] {
  const { url, form = [], formEncoded = "" } = input.request;
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "";
  const given = [...form, ...fullProtocolParameters(input)];
  return [
    ...decoded(query),
    ...decoded(formEncoded),
    ...given.map(([name, value]) => [octets(name), octets(value)]),
  ].map(([name = "", value = ""]) => ({ name, value }));
}

/** The pairs of a query or an encoded form (RFC 5849 3.4.1.3.1). */
function decoded(encoded: string): string[][] {
  const pieces = encoded.split("&").filter((piece) => piece !== "");
  return pieces.map((piece) => /^([^=]*)=?(.*)$/s.exec(piece)!.slice(1).map(decodedOctets));
}

function decodedOctets(text: string): string {
  return octets(text.replaceAll("+", " ")).replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function octets(text: OctetText): string {
  return Buffer.from(text).toString("latin1");
}
