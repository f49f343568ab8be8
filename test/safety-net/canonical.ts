/** Outcomes as text that is equal exactly where they are equal. */

import { createHash } from "node:crypto";

/** JSON with sorted keys; octets as `{ "octets": "hex" }`; what is `undefined` is left out. */
export function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(plain(value), undefined, indent);
}

/** The first 12 hexadecimal digits of its SHA-256. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 12);
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { octets: Buffer.from(value).toString("hex") };
  if (Array.isArray(value)) return value.map((one) => (one === undefined ? null : plain(one)));
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return String(value);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}
