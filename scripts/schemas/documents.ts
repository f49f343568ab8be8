/** The published schemas of files that the package reads and writes, from the shapes that check them. */

import { GIVEN } from "../../src/cli/explain/given-document.ts";
import { BASELINE } from "../../src/conformance/baseline/schema.ts";
import {
  CASE,
  COUNTS,
  DRIVER_FAILURE,
  KNOWN,
  REPORT,
  STAGE,
} from "../../src/conformance/reporters/model/report-shape.ts";
import { LIST_FILES } from "../../src/conformance/vectors/file-shapes.ts";
import { STAGES } from "../../src/conformance/vectors/index.ts";
import { BASE64, TEXT as JSON_TEXT, OCTETS } from "../../src/conformance/vectors/json-shapes.ts";
import {
  PAIR,
  PAIRS,
  PRIVATE_KEY,
  PROTOCOL_PARAMETERS,
  PUBLIC_KEY,
  REALM,
  RECEIVED_REQUEST,
  REQUEST,
  SECRETS,
  SIGNATURE_METHOD,
  SIGNING_PRIVATE_KEY,
  SIGNING_SECRETS,
  TEXT,
  TRANSPORT,
  URL_TEXT,
} from "../../src/conformance/vectors/members.ts";
import { STAGE_ROWS } from "../../src/conformance/vectors/stage-rows.ts";
import { BY_OPERATION, REFUSAL, SOURCE, VECTOR, VECTORS_FILE } from "../../src/conformance/vectors/vector-shapes.ts";
import { SERVER } from "../../src/conformance/vectors/verification-server.ts";
import { CODE, VERIFIER_FILE, VECTOR as VERIFIER_VECTOR } from "../../src/conformance/vectors/verifier-shapes.ts";
import { publishedSchema } from "./published-schema.ts";

/** The schema that the package publishes as `vectors/schema.json`. */
export function vectorsSchema(): object {
  return publishedSchema(
    {
      title: "Vectors for OAuth 1.0 request signatures (RFC 5849)",
      description:
        'A file of vectors, usable from any language. All text is UTF-8. Where an input is octets, a string means its UTF-8; octets that are not UTF-8 are written { "octets": base64 }. Stages are compared octet by octet, except authorization-header, url, body and parameters: there RFC 5849 leaves the order free, and they are compared as sets of decoded pairs in which a repeated pair counts as often as it occurs. An unknown field is an error.',
      allOf: [VECTORS_FILE],
    },
    {
      file: VECTORS_FILE,
      vector: VECTOR,
      source: SOURCE,
      refusal: REFUSAL,
      text: TEXT,
      octets: OCTETS,
      base64: BASE64,
      pair: PAIR,
      pairs: PAIRS.vector,
      parameters: STAGE_ROWS.parameters.vector,
      protocolParameters: PROTOCOL_PARAMETERS.vector,
      url: URL_TEXT.vector,
      realm: REALM.vector,
      request: REQUEST.vector,
      transport: TRANSPORT.vector,
      signatureMethod: SIGNATURE_METHOD.vector,
      secrets: SECRETS.vector,
      privateKey: PRIVATE_KEY.vector,
      publicKey: PUBLIC_KEY.vector,
      signingSecrets: SIGNING_SECRETS.vector,
      signingPrivateKey: SIGNING_PRIVATE_KEY.vector,
      ...Object.fromEntries(STAGES.map((stage) => [`stage-${stage}`, STAGE_ROWS[stage].vector])),
      ...Object.fromEntries(BY_OPERATION.map(({ operation, input }) => [`input-${operation}`, input])),
      ...Object.fromEntries(BY_OPERATION.map(({ operation, expected }) => [`expected-${operation}`, expected])),
    },
  );
}

/** The schema that the package publishes as `vectors/verifier.schema.json`. */
export function verifierSchema(): object {
  return publishedSchema(
    {
      title: "Vectors for verification of OAuth 1.0 requests (RFC 5849)",
      description:
        "A file of requests as a server receives them, with the correct verdict for each. It is usable from any language. All text is UTF-8. An unknown field is an error.",
      allOf: [VERIFIER_FILE],
    },
    {
      file: VERIFIER_FILE,
      vector: VERIFIER_VECTOR,
      server: SERVER.vector,
      request: RECEIVED_REQUEST.vector,
      text: JSON_TEXT,
      base64: BASE64,
      code: CODE,
    },
  );
}

const ABOUT: Readonly<Record<keyof typeof LIST_FILES, readonly [title: string, description: string]>> = {
  rules: ["Rules", "The numbered requirements that vectors check."],
  sources: ["Sources", "The publications that vectors come from."],
  faults: ["Faults", "Known mistakes of verifiers and clients."],
  quick: [
    "Core vectors",
    "At most 200 vectors that detect every known fault of a client, for each operation and signature method on its own.",
  ],
};

/** The schema that the package or the repository publishes as `vectors/NAME.schema.json`. */
export function listSchema(name: keyof typeof LIST_FILES): object {
  const [title, description] = ABOUT[name];
  return publishedSchema({ title, description: `${description} An unknown field is an error.`, ...LIST_FILES[name] });
}

/** The schema that the package publishes as `vectors/report.schema.json`. */
export function reportSchema(): object {
  const definitions = { stage: STAGE, driverFailure: DRIVER_FAILURE, counts: COUNTS, case: CASE, known: KNOWN };
  return publishedSchema({ title: "Report", ...REPORT }, definitions);
}

/** `docs/data/explain.schema.json`. */
export function givenSchema(): object {
  return publishedSchema({ title: "What is known about a request: countersign explain --given", ...GIVEN });
}

/** The format of baselines that is written. Format 1 is only read, so it is no longer published. */
export function baselineSchema(): object {
  return publishedSchema({
    title: "Known failures of an implementation",
    description:
      "A baseline for countersign check --baseline: known failures that it suppresses, each with its reason. A failure that no entry names fails the check; an entry that no longer suppresses anything is stale. An unknown field is an error.",
    ...BASELINE,
  });
}
