/** The changes that several cases make. */

import { base64Text, looseBase64Octets } from "../../platform/index.ts";
import type { Change, ReceivedCase } from "./case.ts";
import { type Draft, type Pair, protocolValue, withProtocol } from "./draft.ts";

/** A change of the path. */
export function path(edit: (path: string) => string): Change {
  return (draft) => ({ ...draft, path: edit(draft.path) });
}

/** Another HTTP method. */
export function method(name: string): Change {
  return (draft) => ({ ...draft, method: name });
}

/** A change of a protocol parameter. */
export function protocol(name: string, edit: (value: string, draft: Draft) => string | undefined): Change {
  return (draft) => withProtocol(draft, { [name]: edit(protocolValue(draft, name), draft) });
}

/** The request names this signature method. */
export function named(signatureMethod: string): Required<Pick<ReceivedCase, "protocol">> {
  return { protocol: () => ({ oauth_signature_method: signatureMethod }) };
}

/** Protocol parameters that are added behind the signature. */
export function added(...pairs: readonly Pair[]): Change {
  return (draft) => ({ ...draft, behindSignature: pairs });
}

/** The text with the case of its first letter changed. */
export function otherCase(text: string): string {
  return text.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** The text with its first letter percent-encoded. */
export function encodeFirstLetter(text: string): string {
  return text.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A change of one bit of a signature; its base64 stays canonical. */
export function bitChanged(at: (length: number) => number): (signature: string) => string {
  return (signature) => {
    const octets = looseBase64Octets(signature);
    const index = at(octets.length);
    octets[index] = octets[index]! ^ 1;
    return base64Text(octets);
  };
}
