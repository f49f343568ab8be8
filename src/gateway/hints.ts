/**
 * What to look at when the gateway does not say.
 *
 * @module
 */

/** A wrong signature and a wrong anything else look the same from outside; the likeliest first. */
const ACCESS_DENIED_CHECKS: readonly string[] = [
  "the keys belong to this environment: login, control key or key pair, endpoint and host all from integration, or all from production",
  "RSA: the gateway has the public key of this very private key (`countersign keys check PRIVATE --public PUBLIC`), and its manager has put it in force",
  "the signature method is the one of the operation: RSA-SHA256 for v4, HMAC-SHA1 for v2",
  "the gateway sees the address that was signed: origin, pathPrefix, and no proxy between that changes them",
  "the endpoint is this merchant's, and an endpoint's id stands in the place of an endpoint, a group's behind group/",
  "the protocol parameters stand where this installation wants them (transport), with the realm it wants (realm)",
  "this machine's clock is right",
  "the gateway takes requests from this machine's IP address",
];

/** Told with each access-denied error. */
export function accessDeniedHint(): string {
  const lines = ACCESS_DENIED_CHECKS.map((check, index) => `${index + 1}. ${check}`);
  return [
    "the gateway does not say why; check, in this order:",
    ...lines,
    "with the request as it was sent in a file, `countersign explain FILE` shows each stage of its signature, and what is wrong with it; it shows card data, too",
  ].join("\n");
}

/** For whatever leaves open what became of an order. */
export const MAY_HAVE_BEEN_TAKEN =
  "the gateway may have taken this order all the same: ask for its status before you send another";
