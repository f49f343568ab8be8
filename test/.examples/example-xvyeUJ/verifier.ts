// @ts-nocheck
import { expect as __expect } from "vitest";
// verifier.ts
import { createVerifier, MemoryNonceStore, type StoredKey } from "../../../src/index.ts";

const clients = new Map<string, StoredKey>([["merchant", { consumerSecret: "control-key" }]]);

export const verifier = createVerifier({
  origin: "https://gateway.example",
  nonceStore: new MemoryNonceStore(), // for one process; use countersign/redis for several
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

