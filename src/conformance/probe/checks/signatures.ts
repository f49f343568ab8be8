/** Signatures that are computed in another way than RFC 5849 3.4 defines. */

import { base64Text, hmac } from "../../../platform/index.ts";
import { baseStringOf, type Draft, write } from "../../cases/draft.ts";
import { type Case, type Check, rejects } from "../check.ts";

export const COMPUTED_SIGNATURES: readonly Check[] = [
  {
    id: "signature-computed-wrongly",
    title: "signature computed in another way",
    rule: "rfc5849-3.2-1",
    means: "The server accepts signatures that RFC 5849 does not define.",
    cases: (good) => {
      const { consumerSecret, tokenSecret = "" } = good.credentials;
      if (consumerSecret === undefined) return { "hmac-of-something-else": "the client has no secret" };
      const key = `${encodeURIComponent(consumerSecret)}&${encodeURIComponent(tokenSecret)}`;
      const sha1 = (message: (draft: Draft) => string, keyOf: (draft: Draft) => string = () => key): Case => {
        const draft = good.fresh();
        return [rejects(write(draft, base64Text(hmac("sha1", keyOf(draft), message(draft)))))];
      };
      if (good.key.method !== "HMAC-SHA1")
        return { "hmac-of-something-else": "the good request is not signed with HMAC-SHA1" };
      return {
        "key-and-message-swapped": sha1(() => key, baseStringOf),
        "base-string-decoded": sha1((draft) =>
          decodeURIComponent(baseStringOf(draft).replace(/%(?![0-9A-F]{2})/g, "%25")),
        ),
        "base-string-in-lower-case": sha1((draft) => baseStringOf(draft).toLowerCase()),
        "empty-base-string": sha1(() => ""),
        "only-the-uri": sha1((draft) => `${draft.origin}${draft.path}`),
        "parameter-string-only": sha1((draft) => baseStringOf(draft).split("&").at(-1)!),
        "without-the-method": sha1((draft) => baseStringOf(draft).replace(/^[^&]*&/, "")),
        "with-the-query-in-the-uri": sha1((draft) => baseStringOf({ ...draft, path: `${draft.path}%3Fprobe=1` })),
      };
    },
  },
];
