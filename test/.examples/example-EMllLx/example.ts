// @ts-nocheck
import { expect as __expect } from "vitest";
import { generateKeyPairSync } from "node:crypto";
import { readPublicKey } from "../../../src/oauth1/index.ts";

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
__expect(readPublicKey(publicKey.export({ type: "spki", format: "pem" })).type).toEqual("public");

