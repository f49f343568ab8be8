/** Protocol parameters: all in one place, each once, none missing, and of version 1.0 (RFC 5849 3.1 and 3.5). */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { MISSING, ORDER } from "../../../../src/conformance/cases/places.ts";

// biome-ignore format: one line a row
export const FURTHER_PLACES: readonly CaseGroup[] = [
  {
    ...MISSING, ...ORDER,
    cases: [
      { vector: "places/52", words: "empty consumer key", ofVector: { by: { consumerKey: "", consumerSecret: "s3cr3t" }, registered: [] }, refuse: "consumer-unknown", alsoAcceptable: ["parameter-missing"] },
      {
        vector: "places/64", words: "PLAINTEXT without timestamp and nonce", ofVector: {}, server: { signatureMethods: ["PLAINTEXT"] }, mayAccept: "RFC 5849 3.1 allows PLAINTEXT requests without them, although replays are then not detected",
        protocol: () => ({ oauth_signature_method: "PLAINTEXT", oauth_timestamp: undefined, oauth_nonce: undefined }), signature: () => "kd94hf93k423kf44&",
      },
    ],
  },
];
