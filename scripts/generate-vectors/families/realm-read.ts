/** The realm of an Authorization header, read. */

import { REALMS } from "../realms.ts";
import type { Draft, Family } from "../types.ts";

/** See the module. */
export const realmRead: Family = {
  name: "realm-read",
  area: "authorization-header",
  make: (): Draft[] =>
    REALMS.map(([what, realm], index) => ({
      comment: `A realm read back: ${what}`,
      rule: "rfc5849-3.5.1-3",
      operation: "authorization-header-parsing",
      input: { header: header(realm, index % 3) },
    })),
};

/** The realm first, in the middle, or last. */
function header(realm: string, place: number): string {
  const parts = ['oauth_nonce="x%25y"', 'oauth_token="a%20b"'];
  parts.splice(place, 0, `realm="${realm.replace(/["\\]/g, "\\$&")}"`);
  return `OAuth ${parts.join(", ")}`;
}
