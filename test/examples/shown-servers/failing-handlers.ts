/** `countersign` for servers under attack: if a request has the header `x-fail`, its handler fails when it reads the client. */

import { createVerifier as create, type ReceivedRequest } from "../../../src/index.ts";

export * from "../../../src/index.ts";

function fail(): never {
  throw new Error("the handler fails");
}

function spoil<Verdict>(verdict: Verdict, { headers }: ReceivedRequest): Verdict {
  if (!JSON.stringify(headers).includes('"x-fail"')) return verdict;
  return { ...verdict, consumerKey: { toString: fail, toJSON: fail } };
}

export const createVerifier: typeof create = (options) => {
  const verifier = create(options);
  return {
    ...verifier,
    verify: async (request, given) => spoil(await verifier.verify(request, given), request),
    authenticate: async (request, given) => spoil(await verifier.authenticate(request, given), request),
  };
};
