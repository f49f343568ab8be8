import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { RIGHT_CLIENT, WRONG_CLIENTS, type WrongClient } from "./wrong-clients/index.ts";

function diagnosisOf({ sign, request, credentials, faults }: WrongClient): Diagnosis {
  const { consumerSecret, tokenSecret, privateKey } = credentials;
  const publicKey =
    privateKey === undefined
      ? undefined
      : createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  const key = {
    ...(consumerSecret === undefined ? {} : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
    ...(publicKey === undefined ? {} : { publicKey }),
  };
  // Common causes are among the first of a search, pairs of them among its first pairs.
  const budget = { combinations: faults.length < 2 ? 4000 : 25_000 };
  return diagnose({ request: sign(request, credentials), key }, { budget });
}

function names(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "ambiguous")
    return diagnosis.alternatives.map((one) =>
      one
        .map(({ id }) => id)
        .sort()
        .join("+"),
    );
  return "causes" in diagnosis
    ? [
        diagnosis.causes
          .map(({ id }) => id)
          .sort()
          .join("+"),
      ]
    : [];
}

describe("clients written by hand, diagnosed from their requests", () => {
  test("the correct client is right", () => {
    expect(diagnosisOf(RIGHT_CLIENT as WrongClient).kind).toBe("right");
  });

  test.each(WRONG_CLIENTS.map((client) => [client.name, client] as const))(
    "the mistake of %s is named",
    { tags: ["deep"] },
    (_, client) => {
      expect(names(diagnosisOf(client))).toContain([...client.faults].sort().join("+"));
    },
  );
});
