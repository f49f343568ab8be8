/** Non-ASCII text in the form, and percent-encoded in the query, of whole requests. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";
import { UNICODE_TEXTS } from "../unicode-texts.ts";

export const utf8InRequests: Family = {
  name: "utf8-in-requests",
  area: "request",
  make: (): Draft[] =>
    UNICODE_TEXTS.map(([what, text]) =>
      toSign(
        `In name and value of the form, and percent-encoded in the query: ${what}`,
        "rfc5849-3.6-1",
        post(
          [
            ["text", text],
            [`n${text}`, "1"],
          ],
          `/orders?q=${encodeURIComponent(text)}`,
        ),
      ),
    ),
};
