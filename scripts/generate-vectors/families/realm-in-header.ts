/** Writing the realm into an Authorization header. */

import { REALMS } from "../realms.ts";
import type { Draft, Family } from "../types.ts";

const rule = "rfc5849-3.5.1-2";

export const realmInHeader: Family = {
  name: "realm-in-header",
  area: "authorization-header",
  make: (): Draft[] => [
    ...REALMS.map(
      ([what, realm]): Draft => ({
        comment: `A realm: ${what}`,
        rule,
        operation: "authorization-header",
        input: {
          parameters: [
            ["oauth_nonce", "x%y"],
            ["oauth_token", "a b"],
          ],
          realm,
        },
      }),
    ),
    ...["a\nb", "a\rb", "a\x00b", "a\x7fb"].map(
      (realm): Draft => ({
        comment: `A realm with the control character U+00${realm.charCodeAt(1).toString(16).padStart(2, "0")}`,
        rule,
        operation: "authorization-header",
        input: { parameters: [["oauth_nonce", "x"]], realm },
        mustRefuse: true,
      }),
    ),
  ],
};
