/** The places of the protocol parameters (RFC 5849 3.5), and `header-and-body`, which the payment gateway uses. */

/** The only such list outside the library. */
export const TRANSPORTS = ["header", "body", "query", "header-and-body"] as const;
