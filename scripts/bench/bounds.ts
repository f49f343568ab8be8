/** The upper bounds of the figures. They are printed next to the figures; exceeding one is not a failure. */

/** Ratios to node:crypto, unless stated otherwise. */
export const BOUNDS = {
  /** HMAC-SHA1, by the number of parameters. */
  sign: { 3: 2, 16: 3.2 },
  verify: { 3: 6, 16: 8 },
  /** RSA-SHA256; for signing 4096 bits. */
  signRsa: 1.05,
  verifyRsa: { 2048: 2, 4096: 1.4 },
  /** Many layouts in turn, as a ratio to the same layouts alone. */
  mixed: 1.3,
  /** A request of 1 MiB, as a ratio to the HMAC of its own base string. */
  worstRatio: 15,
  /** MiB that a request of 1 MiB holds while its credentials are looked up, without its own body. */
  worstHeld: 16,
} as const;
