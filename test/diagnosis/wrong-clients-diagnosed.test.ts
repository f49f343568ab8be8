/** Requests of typical signers that share no code with this project, recorded with their mistakes. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { causesIn } from "./requests.ts";

interface RecordedClient {
  readonly name: string;
  /** Ids of the faults that the request shows; none for the correct client. */
  readonly faults: readonly string[];
  readonly request: Omit<HttpRequest, "body"> & { readonly body?: string };
  readonly key: { readonly consumerSecret?: string; readonly tokenSecret?: string; readonly publicKey?: string };
}

const CLIENTS = JSON.parse(
  readFileSync(new URL("wrong-clients.json", import.meta.url), "utf8"),
) as readonly RecordedClient[];

function diagnosisOf({ request: { body, ...request }, key, faults }: RecordedClient): Diagnosis {
  const sent = { ...request, ...(body !== undefined && { body: Buffer.from(body) }) };
  // Common causes are among the first of a search, pairs of them among its first pairs.
  return diagnose({ request: sent, key }, { budget: { combinations: faults.length < 2 ? 4000 : 25_000 } });
}

describe("a client that shares no code with this project", () => {
  test("is right if it is correct", () => {
    expect(CLIENTS.filter(({ faults }) => faults.length === 0).map((one) => diagnosisOf(one).kind)).toEqual(["right"]);
  });

  test.each(CLIENTS.filter(({ faults }) => faults.length > 0).map((client) => [client.name, client] as const))(
    "is explained by its faults: %s",
    { tags: ["deep"] },
    (_, client) => {
      const diagnosis = diagnosisOf(client);
      const named = diagnosis.kind === "ambiguous" ? diagnosis.alternatives : [causesIn(diagnosis)];
      expect(named.map((causes) => causes.map(({ id }) => id).toSorted())).toContainEqual(client.faults.toSorted());
    },
  );
});
