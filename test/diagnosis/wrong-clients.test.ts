import { describe, expect, test } from "vitest";
import { ALL_FAULTS, FAULTS } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, trace } from "../../src/model/index.ts";
import { readSentRequest } from "../../src/model/sent-request.ts";
import { RIGHT_CLIENT, WRONG_CLIENTS, type WrongClient } from "./wrong-clients/index.ts";

const sentBy = ({ sign, request, credentials }: WrongClient) => sign(request, credentials);

const ALL = new Map(ALL_FAULTS.map((fault) => [fault.id, fault]));

/** The request before signing, from the one that was sent. */
function meantBy(client: WrongClient): SigningInput {
  const sent = sentBy(client);
  const { sources, realm } = readSentRequest(sent);
  const { consumerSecret, tokenSecret, privateKey } = client.credentials;
  return {
    method: client.request.method,
    url: sent.url,
    ...(sent.body === undefined ? {} : { form: sources.body }),
    protocolParameters: sources.header.filter(([name]) => String(Buffer.from(name)) !== "oauth_signature"),
    signatureMethod: client.signatureMethod as SigningInput["signatureMethod"],
    realm,
    ...(consumerSecret === undefined ? {} : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
}

/** The stages with these faults, in each combination of variants. */
function stagesWith(ids: readonly string[]): Stages[] {
  return ids.reduce<Stages[]>(
    (made, id) => {
      const { apply, variants = [] } = ALL.get(id)!;
      return made.flatMap((stages) => [{ apply }, ...variants].map((one) => one.apply(stages)));
    },
    [specification],
  );
}

function signatureWith(meant: SigningInput, stages: Stages): string | undefined {
  try {
    return trace(meant, stages).signature;
  } catch {
    return undefined;
  }
}

describe("the clients written by hand", () => {
  test("are more than twenty, with unique names and known mistakes", () => {
    expect(WRONG_CLIENTS.length).toBeGreaterThan(20);
    expect(new Set(WRONG_CLIENTS.map(({ name }) => name)).size).toBe(WRONG_CLIENTS.length);
    expect(WRONG_CLIENTS.filter(({ faults }) => faults.length === 0)).toEqual([]);
    expect(WRONG_CLIENTS.flatMap(({ faults }) => faults).filter((id) => !ALL.has(id))).toEqual([]);
  });

  test("include a correct client", () => {
    const { signature } = readSentRequest(sentBy(RIGHT_CLIENT));
    expect(signature).toBe(trace(meantBy(RIGHT_CLIENT)).signature);
  });

  test.each(WRONG_CLIENTS.map((client) => [client.name, client] as const))("%s signs wrongly", (_, client) => {
    const { signature } = readSentRequest(sentBy(client));
    expect(signature).toBeDefined();
    expect(signature).not.toBe(trace(meantBy(client)).signature);
  });

  // Salted padding differs each time, so its signature cannot be reproduced.
  const named = WRONG_CLIENTS.filter(({ faults, name }) => faults.length > 0 && name !== "rsa-pss");
  test.each(named.map((client) => [client.name, client] as const))("%s does what its faults do", (_, client) => {
    const meant = meantBy(client);
    const { signature } = readSentRequest(sentBy(client));
    const reproduced = stagesWith(client.faults).map((stages) => signatureWith(meant, stages));
    expect(reproduced).toContain(signature);
  });

  const unnamed = WRONG_CLIENTS.filter(({ faults }) => faults.length === 0);
  test.each(unnamed.map((client) => [client.name, client] as const))("%s does what no fault does", (_, client) => {
    const meant = meantBy(client);
    const { signature } = readSentRequest(sentBy(client));
    const same = FAULTS.filter(({ id }) =>
      stagesWith([id]).some((stages) => signatureWith(meant, stages) === signature),
    );
    expect(same.map(({ id }) => id)).toEqual([]);
  });
});
