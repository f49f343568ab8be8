/** Uses what a text contains beside the request as evidence: a base string of the client, and the answer of the server. */

import { answerIn, dateOfAnswerIn } from "../requests/answer-in-log.ts";
import { withRepair } from "../requests/pasted-request.ts";
import type { GivenRequest } from "./explain-given.ts";
import { loggedBaseString } from "./input/base-string-text.ts";
import { isHttpRequest } from "./input/diagnosis-input.ts";
import { sizeProblem } from "./input/input-limits.ts";
import { readLeniently } from "./input/parsed-input.ts";
import { readServerResponse } from "./text/server-response.ts";

/**
 * Adds the base string that the client printed, and the answer of the server with its time, unless they were given.
 *
 * @param log the text that contains the request
 */
export function withLoggedEvidence(given: GivenRequest, log: string): GivenRequest {
  const answer = given.serverResponse === undefined ? answerIn(log) : undefined;
  const { problem, baseString } = readServerResponse(answer ?? "");
  const isReport = problem !== undefined || baseString !== undefined;
  const { now = dateOfAnswerIn(log) } = given;
  return withLoggedBaseString({ ...given, now, ...(isReport && { serverResponse: answer }) }, log);
}

/** Without a key, no signature can prove that the client signed a base string. */
function withLoggedBaseString(given: GivenRequest, log: string): GivenRequest {
  const { request, evidence, keys } = given;
  const hasKey = keys.some((key) => Object.values(key).some((value) => value !== undefined));
  if (!hasKey || evidence?.baseString !== undefined) return given;
  // In a text with a raw request, a base string may belong to another one.
  if (!isHttpRequest(request) || request.repairs === undefined || sizeProblem({ request, key: {} })) return given;
  const { read } = readLeniently(request);
  const found = read && loggedBaseString(log, read.sources);
  if (found === undefined) return given;
  return {
    ...given,
    request: withRepair(request, `line ${found.line} was taken for the base string of the client`),
    evidence: { ...evidence, baseString: found.text },
  };
}
