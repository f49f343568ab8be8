/** Bodies: which are forms, which the signature covers, and what a body hash is worth (RFC 5849 3.4.1.3.1). */

import {
  HASH,
  hashed,
  hashOf,
  JSON_TEXT,
  json,
  MISSING,
  NO_BODY,
  NOT_COMPARED,
  OPTIONAL,
  other,
  RSA,
  SUBSTRING,
  withBody,
} from "../../../../src/conformance/cases/bodies.ts";
import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { FORM_TYPE } from "../../../../src/conformance/cases/draft.ts";

const REQUIRED = { server: { allowUnsignedBody: false } };

// biome-ignore format: one line a row
export const FURTHER_BODIES: readonly CaseGroup[] = [
  {
    ...HASH, refuse: "body-hash-mismatch", finds: NOT_COMPARED, ...json(), ...hashed(), ifAccepted: { ...json(), ...hashed() },
    cases: [
      { vector: "bodies/53", words: "RSA: JSON body changed, hash kept", ...RSA, sent: withBody('{"amount":"99.42"}') },
      { vector: "bodies/57", words: "body added, hash of the empty body kept", body: NO_BODY, ...hashed(undefined, ""), sent: withBody(JSON_TEXT) },
      { vector: "bodies/58", words: "hash of the text null", body: NO_BODY, ...hashed(undefined, "null"), finds: ["body-hash-of-null-text"] },
      { vector: "bodies/62", words: "hash with an algorithm that does not match the signature method", ...hashed((_, draft) => hashOf(JSON_TEXT, draft, "SHA-256")), finds: ["body-hash-algorithm-fixed"] },
    ],
  },
  {
    ...OPTIONAL, isOpenForProbe: true, refuse: "body-hash-missing",
    cases: [
      { vector: "bodies/70", words: "body without Content-Type and without the required hash", ...other(undefined), ...MISSING },
      { vector: "bodies/71", words: "RSA: JSON body without the required hash", ...RSA, ...json(), ...MISSING },
      { vector: "bodies/72", words: "form media type only in a Content-Type parameter: the hash is still required", ...other(`multipart/form-data; boundary="${FORM_TYPE}"`), ...MISSING, finds: [...MISSING.finds, ...SUBSTRING] },
    ],
  },
  {
    ...HASH,
    cases: [
      { vector: "bodies/46", words: "hash of a JSON body, required by the server", ...json(), ...hashed(), ...REQUIRED },
      { vector: "bodies/48", words: "hash of the empty body of a GET request", ...hashed(undefined, ""), ...REQUIRED, finds: ["body-hash-missing-for-empty-body"] },
      { vector: "bodies/49", words: "RSA: hash of a JSON body", ...RSA, ...json(), ...hashed(), ...REQUIRED, mayRefuse: "the draft specifies only SHA-1", finds: ["body-hash-algorithm-fixed"] },
      { vector: "bodies/50", words: "hash in the query", place: "query", ...json(), ...hashed(), ...REQUIRED },
      { vector: "bodies/51", words: "hash of a body with non-ASCII characters", ...json('{"name":"Jos\xc3\xa9"}'), ...hashed(undefined, '{"name":"José"}'), ...REQUIRED },
      { vector: "bodies/65", words: "form body without a hash, where other bodies require one", ...OPTIONAL, form: "a=1", ...REQUIRED },
      { vector: "bodies/66", words: "no body and no hash, where bodies require one", ...OPTIONAL, ...REQUIRED },
    ],
  },
];
