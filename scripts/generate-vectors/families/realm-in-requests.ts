/** The realm of whole requests: it is in the header, but not in the base string. */

import { REALMS } from "../realms.ts";
import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const realmInRequests: Family = {
  name: "realm-in-requests",
  area: "request",
  make: (): Draft[] =>
    REALMS.map(([what, realm]) =>
      toSign(`A realm that is not signed: ${what}`, "rfc5849-3.4.1.3.1-2", post([["amount", "10.42"]]), { realm }),
    ),
};
