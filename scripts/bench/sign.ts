/** Measures signing: the bare cryptography as the floor, and this package, from the plain request to header and body. */

import { createHmac, createPrivateKey, sign as cryptoSign, generateKeyPairSync } from "node:crypto";
import { createSigner } from "./built.ts";
import { type Laps, lapsOver } from "./measure.ts";
import { CONSUMER_KEY, SECRET, type Work } from "./workload.ts";

const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });

/** The HMAC alone, of base strings that were computed before, with the key as text. */
export function hmacAlone(works: readonly Work[]): Laps {
  const baseStrings = works.map(({ request, options }) => signer.sign(request, options).baseString);
  const key = `${SECRET}&`;
  return lapsOver(baseStrings, (baseString) => createHmac("sha1", key).update(baseString).digest("base64"));
}

/** Signs as a program does. */
export function withOwnNonce(works: readonly Work[]): Laps {
  return lapsOver(works, ({ request }) => signer.sign(request));
}

/** Nonce and timestamp are given, as for the other packages. */
export function withGivenNonce(works: readonly Work[]): Laps {
  return lapsOver(works, ({ request, options }) => signer.sign(request, options));
}

/** A new key as PEM; RSA takes as long with each key. */
export function newPrivateKey(bits: number): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

export function rsaAlone(works: readonly Work[], bits: number): Laps {
  const key = createPrivateKey(newPrivateKey(bits));
  return lapsOver(works, ({ request }) => cryptoSign("sha256", Buffer.from(request.url), key));
}

export function rsa(works: readonly Work[], bits: number): Laps {
  const own = rsaSigner(bits);
  return lapsOver(works, ({ request, options }) => own.sign(request, options));
}

/** Signs all requests at once, on the thread pool. */
export function rsaOnThreadPool(works: readonly Work[], bits: number): Laps {
  const own = rsaSigner(bits);
  const prepare = () => () => Promise.all(works.map(({ request, options }) => own.signAsync(request, options)));
  return { pieces: works.length, prepare };
}

function rsaSigner(bits: number): ReturnType<typeof createSigner> {
  return createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey: newPrivateKey(bits) });
}
