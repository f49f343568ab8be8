/**
 * The independent references, each with its domain: oauth-1.0a for the base string (RFC 5849 3.4.1), node-forge for
 * the cryptography (3.4.2, 3.4.3).
 *
 * @module
 */

export type { ForgeHash } from "./node-forge.ts";
export { forgeDigest, forgeHmac, forgeRsaSign, forgeRsaVerify } from "./node-forge.ts";
export type { ForgeRsaQuestion } from "./node-forge-domain.ts";
export { forgeRsaDomain, outsideForgeRsaDomain } from "./node-forge-domain.ts";
export type { Oauth1aStages } from "./oauth-1.0a.ts";
export { oauth1aAuthorizationHeader, oauth1aPercentEncode, oauth1aStages } from "./oauth-1.0a.ts";
export {
  oauth1aDomain,
  oauth1aHeaderDomain,
  outsideOauth1aDomain,
  outsideOauth1aHeaderDomain,
} from "./oauth-1.0a-domain.ts";
export type { DomainLimit, ReferenceRequest } from "./types.ts";
