/** Signed requests with changes, signed again if the attacker knows the secret. */

import * as fc from "fast-check";
import { type HttpRequest, specification, traceSent } from "../../../src/model/index.ts";
import { type SignedCase, sentRequest, signedCase } from "./signed-case.ts";
import { TAMPERINGS } from "./tamperings.ts";
import { nameOf, sentOf, type Wire, wireOf } from "./wire.ts";

/** A signed request and what is done to it; plain JSON. */
export interface TamperedCase {
  readonly signed: SignedCase;
  readonly changes: readonly { readonly name: string; readonly choices: readonly number[] }[];
  /** Whether the attacker knows the secret and signs the changed request: how odd requests come to be signed right. */
  readonly signAgain: boolean;
}

/** Up to three of the named changes, one after the other. */
export function tamperedCase(names: readonly string[], signAgain: fc.Arbitrary<boolean>): fc.Arbitrary<TamperedCase> {
  const choices = fc.array(fc.nat(), { minLength: 3, maxLength: 3 });
  const change = fc.record({ name: fc.constantFrom(...names), choices });
  return fc.record({ signed: signedCase, changes: fc.array(change, { minLength: 1, maxLength: 3 }), signAgain });
}

/** The request after all changes that apply. */
export function tampered({ signed, changes, signAgain }: TamperedCase): HttpRequest {
  let wire = wireOf(sentRequest(signed));
  for (const { name, choices } of changes) wire = TAMPERINGS[name]!(wire, choices) ?? wire;
  return signAgain ? signedAgain(wire, signed) : sentOf(wire);
}

/** With the signature that the model computes, wherever one stood; as it is where the model cannot sign it. */
function signedAgain(wire: Wire, { input: { credentials } }: SignedCase): HttpRequest {
  try {
    const { consumerKey: _, token: __, ...secrets } = credentials;
    const { signature } = traceSent(sentOf(wire), secrets);
    return signature === undefined
      ? sentOf(wire)
      : sentOf(withSignature(wire, specification.percentEncode(Buffer.from(signature))));
  } catch {
    return sentOf(wire);
  }
}

function withSignature(wire: Wire, signature: string): Wire {
  const inText = (text: string): string => text.replace(/oauth_signature="[^"]*"/, `oauth_signature="${signature}"`);
  const inPieces = (pieces: readonly string[] | undefined) =>
    pieces?.map((piece) => (nameOf(piece) === "oauth_signature" ? `oauth_signature=${signature}` : piece));
  const pairs = wire.authorization?.pairs.map(([name, value]): readonly [string, string] => [
    name,
    nameOf(name) === "oauth_signature" ? signature : value,
  ]);
  return {
    ...wire,
    headers: wire.headers.map(([name, value]) => [name, inText(value)]),
    authorization: wire.authorization && { ...wire.authorization, pairs: pairs! },
    query: inPieces(wire.query),
    body: inPieces(wire.body),
  };
}
