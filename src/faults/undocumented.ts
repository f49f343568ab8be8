/** Mistakes that no public report documents: the diagnosis names them, they have no page, and no vector is needed to find them. */

import { UNDOCUMENTED_BASE_STRING_FAULTS } from "./base-string/undocumented-base-string.ts";
import { UNDOCUMENTED_CHARSET_FAULTS } from "./encoding/undocumented-charsets.ts";
import { UNDOCUMENTED_ENCODING_FAULTS } from "./encoding/undocumented-encoding.ts";
import type { FaultDefinition } from "./fault.ts";
import { UNDOCUMENTED_KEY_FAULTS } from "./key/undocumented-key.ts";
import { UNDOCUMENTED_ORDERING_FAULTS } from "./ordering/undocumented-ordering.ts";
import { UNDOCUMENTED_BODY_FAULTS } from "./parameters/undocumented-body.ts";
import { UNDOCUMENTED_COLLECTION_FAULTS } from "./parameters/undocumented-collection.ts";
import { UNDOCUMENTED_LIST_FAULTS } from "./parameters/undocumented-lists.ts";
import { UNDOCUMENTED_QUERY_FAULTS } from "./parameters/undocumented-query.ts";
import { UNDOCUMENTED_HEADER_FAULTS } from "./sending/undocumented-header.ts";
import { UNDOCUMENTED_RSA_FAULTS } from "./signature/undocumented-rsa.ts";
import { UNDOCUMENTED_SIGNATURE_FAULTS } from "./signature/undocumented-signature.ts";
import { UNDOCUMENTED_URI_FAULTS } from "./uri/undocumented-base-string-uri.ts";

export const UNDOCUMENTED_FAULTS: readonly FaultDefinition[] = [
  ...UNDOCUMENTED_QUERY_FAULTS,
  ...UNDOCUMENTED_COLLECTION_FAULTS,
  ...UNDOCUMENTED_BODY_FAULTS,
  ...UNDOCUMENTED_LIST_FAULTS,
  ...UNDOCUMENTED_ENCODING_FAULTS,
  ...UNDOCUMENTED_CHARSET_FAULTS,
  ...UNDOCUMENTED_ORDERING_FAULTS,
  ...UNDOCUMENTED_URI_FAULTS,
  ...UNDOCUMENTED_BASE_STRING_FAULTS,
  ...UNDOCUMENTED_KEY_FAULTS,
  ...UNDOCUMENTED_SIGNATURE_FAULTS,
  ...UNDOCUMENTED_RSA_FAULTS,
  ...UNDOCUMENTED_HEADER_FAULTS,
];
