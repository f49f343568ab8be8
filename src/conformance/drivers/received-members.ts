/** A received request in the members of a question to a signer, so that the same features and transports apply to both. */

import { isForm, isProtocolParameter, readSentRequest, toText } from "../../model/index.ts";
import { textPairs } from "../vectors/changes.ts";
import type { AnyCredentials, AnyInput, InputOf, NameValue } from "../vectors/input.ts";

/** A received request, and a key of its client. */
type Received = Pick<InputOf<"verify">, "received"> & { readonly credentials: AnyCredentials };

/** The request, its key, and the place of its protocol parameters; if it cannot be read, only its method, URL and key. */
export function receivedMembers({ received, credentials }: Received): AnyInput {
  const { method, url, body = new Uint8Array() } = received;
  try {
    const { sources, realm, transport } = readSentRequest(received);
    const { query, header, body: form } = sources;
    const own = [...header, ...query, ...form].filter(isProtocolParameter);
    // Other parameters concern only signers: they do not show what a verifier takes.
    const protocolParameters = own
      .map(([name, value]): NameValue => [toText(name), toText(value)])
      .filter(([name]) => name === "oauth_token");
    // As text: every verifier receives octets.
    const pairs = textPairs(form.filter((pair) => !isProtocolParameter(pair)));
    return {
      credentials,
      protocolParameters,
      request: {
        method,
        url,
        ...(pairs.length > 0 && { form: pairs }),
        ...(!isForm(received) && body.length > 0 && { body: toText(body) }),
      },
      ...(realm !== null && { realm }),
      ...(transport !== undefined && { transport }),
    };
  } catch {
    return { credentials, request: { method, url } };
  }
}
