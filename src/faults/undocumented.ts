/** Mistakes that no public report documents: the diagnosis names them, they have no page, and no vector is needed to find them. */

import type { FaultDefinition } from "./fault.ts";
import { UNDOCUMENTED_BASE_STRING_FAULTS } from "./undocumented-base-string.ts";
import { UNDOCUMENTED_URI_FAULTS } from "./undocumented-base-string-uri.ts";
import { UNDOCUMENTED_BODY_FAULTS } from "./undocumented-body.ts";
import { UNDOCUMENTED_CHARSET_FAULTS } from "./undocumented-charsets.ts";
import { UNDOCUMENTED_COLLECTION_FAULTS } from "./undocumented-collection.ts";
import { UNDOCUMENTED_ENCODING_FAULTS } from "./undocumented-encoding.ts";
import { UNDOCUMENTED_HEADER_FAULTS } from "./undocumented-header.ts";
import { UNDOCUMENTED_JOINING_FAULTS } from "./undocumented-joining.ts";
import { UNDOCUMENTED_KEY_FAULTS } from "./undocumented-key.ts";
import { UNDOCUMENTED_LIST_FAULTS } from "./undocumented-lists.ts";
import { UNDOCUMENTED_ORDERING_FAULTS } from "./undocumented-ordering.ts";
import { UNDOCUMENTED_QUERY_FAULTS } from "./undocumented-query.ts";
import { UNDOCUMENTED_RSA_FAULTS } from "./undocumented-rsa.ts";
import { UNDOCUMENTED_SIGNATURE_FAULTS } from "./undocumented-signature.ts";

export const UNDOCUMENTED_FAULTS: readonly FaultDefinition[] = [
  ...UNDOCUMENTED_QUERY_FAULTS,
  ...UNDOCUMENTED_COLLECTION_FAULTS,
  ...UNDOCUMENTED_BODY_FAULTS,
  ...UNDOCUMENTED_LIST_FAULTS,
  ...UNDOCUMENTED_ENCODING_FAULTS,
  ...UNDOCUMENTED_CHARSET_FAULTS,
  ...UNDOCUMENTED_ORDERING_FAULTS,
  ...UNDOCUMENTED_JOINING_FAULTS,
  ...UNDOCUMENTED_URI_FAULTS,
  ...UNDOCUMENTED_BASE_STRING_FAULTS,
  ...UNDOCUMENTED_KEY_FAULTS,
  ...UNDOCUMENTED_SIGNATURE_FAULTS,
  ...UNDOCUMENTED_RSA_FAULTS,
  ...UNDOCUMENTED_HEADER_FAULTS,
];
