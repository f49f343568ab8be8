// @ts-nocheck
import { expect as __expect } from "vitest";
import { generateKeyPairSync } from "node:crypto";
import { readPrivateKey } from "../../../src/oauth1/index.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "hunter2" });
__expect(readPrivateKey(pem, "hunter2").asymmetricKeyDetails?.modulusLength).toEqual(2048);

