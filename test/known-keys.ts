/**
 * Runs before each file of the quick tests. An RSA key of 4096 bits takes seconds to generate, so its promise is fulfilled with
 * a pair of `test/keys`. The tests that start programs generate it.
 */

import { generateKeyPair, type RSAKeyPairOptions } from "node:crypto";
import { promisify } from "node:util";
import { testKeyPair } from "./keys/index.ts";

type Options = RSAKeyPairOptions<"pem", "pem">;

async function knownOrGenerated(type: "rsa", options: Options): Promise<object> {
  if (options.modulusLength === 4096) {
    const { privateKey, publicKey } = testKeyPair("rsa-4096");
    return {
      privateKey: privateKey.export(options.privateKeyEncoding),
      publicKey: publicKey.export(options.publicKeyEncoding),
    };
  }
  return new Promise((resolve, reject) => {
    generateKeyPair(type, options, (error, publicKey, privateKey) =>
      error ? reject(error) : resolve({ publicKey, privateKey }),
    );
  });
}

Object.assign(generateKeyPair, { [promisify.custom]: knownOrGenerated });
