/** The realm of whole requests: it is in the header, but not in the base string. */

import { REALMS } from "../realms.ts";
import { post, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const realmInRequests: Family = {
  name: "realm-in-requests",
  area: "request",
  make: (): Draft[] =>
    REALMS.map(([what, realm]) => ({
      comment: `A realm that is not signed: ${what}`,
      rule: "rfc5849-3.4.1.3.1-2",
      operation: "sign",
      input: signing(post([["amount", "10.42"]]), { realm }),
    })),
};
