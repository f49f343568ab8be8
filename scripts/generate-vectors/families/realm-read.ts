/** Parsing the realm of an Authorization header. */

import { REALMS } from "../realms.ts";
import type { Draft, Family } from "../types.ts";

export const realmRead: Family = {
  name: "realm-read",
  area: "authorization-header",
  make: (): Draft[] =>
    REALMS.map(([what, realm], index) => ({
      comment: `A realm is parsed: ${what}`,
      rule: "rfc5849-3.5.1-3",
      operation: "authorization-header-parsing",
      input: { header: header(realm, index % 3) },
    })),
};

/** A header with the realm at the given index. */
function header(realm: string, place: number): string {
  const parts = ['oauth_nonce="x%25y"', 'oauth_token="a%20b"'];
  parts.splice(place, 0, `realm="${realm.replace(/["\\]/g, "\\$&")}"`);
  return `OAuth ${parts.join(", ")}`;
}
