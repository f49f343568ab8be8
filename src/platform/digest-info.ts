/** DigestInfo, which an RSA signature contains (RFC 8017 9.2). */

import type { HashName } from "./types.ts";

/** The octets before the digest, in hex (RFC 8017 9.2, note 1). */
export const DIGEST_INFO_STARTS: Readonly<Record<HashName, string>> = {
  sha1: "3021300906052b0e03021a05000414",
  sha256: "3031300d060960864801650304020105000420",
  sha512: "3051300d060960864801650304020305000440",
  sha384: "3041300d060960864801650304020205000430",
  sha224: "302d300d06096086480165030402040500041c",
  md5: "3020300c06082a864886f70d020505000410",
};
