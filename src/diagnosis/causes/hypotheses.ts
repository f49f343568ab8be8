/** What a diagnosis tries besides the faults: environment causes, and forms of faults that follow from the request. */

import { COST } from "../../faults/index.ts";
import {
  isProtocolParameter,
  type ParameterSources,
  type SigningInput,
  sourcesOfInput,
  specification,
} from "../../model/index.ts";
import type { DiagnosisTask } from "../search/diagnosis-task.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import type { SearchStep } from "../search/search.ts";
import { encoderHypotheses } from "./encoder-causes.ts";
import { type EnvironmentCause, environmentHypotheses, type KnownRequest } from "./environment.ts";
import { FORM_READINGS } from "./form-readings.ts";
import { KEY_CAUSES } from "./key-causes.ts";
import { KNOWN_ADDRESSES } from "./known-addresses.ts";
import { OTHER_ADDRESSES, OTHER_SEGMENTS } from "./other-addresses.ts";
import { OTHER_TEXTS } from "./other-texts.ts";
import { CHARACTER_CAUSES, PARAMETER_CAUSES } from "./parameter-causes.ts";
import { orderHypotheses } from "./parameter-orders.ts";
import { SENT_COPIES } from "./sent-copies.ts";

/** The environment causes that combine with others. */
export const ENVIRONMENT_CAUSES: readonly EnvironmentCause[] = [
  ...KEY_CAUSES,
  OTHER_TEXTS,
  ...SENT_COPIES,
  ...KNOWN_ADDRESSES,
  ...OTHER_ADDRESSES,
  ...FORM_READINGS,
  ...PARAMETER_CAUSES,
];

/** Hypotheses that are too numerous to combine are tried alone, after these steps. */
export const TRIED_ALONE: Partial<Record<SearchStep, (task: DiagnosisTask) => Iterable<Hypothesis>>> = {
  single: function* (task) {
    yield* encoderHypotheses(task.sources, task.hypotheses());
    yield* environmentHypotheses([OTHER_SEGMENTS, ...CHARACTER_CAUSES], knownRequestOf(task));
  },
  "likely-pair": ({ sources, cheapest }) => {
    const notSorted = cheapest().find(({ id }) => id === "not-sorted");
    return notSorted === undefined ? [] : orderHypotheses(sources, notSorted);
  },
};

/** Task data that environment causes need. */
export function knownRequestOf({
  interpretations,
  sources,
  sent,
  input,
  redactor,
  assumedScheme,
}: Pick<DiagnosisTask, "interpretations" | "sources" | "sent" | "input" | "redactor" | "assumedScheme">): KnownRequest {
  const { request } = interpretations[0].computation;
  return { ...input, request, sources, sent, redact: redactor.text, schemeIsAssumed: assumedScheme !== undefined };
}

/** The client copied request parameters into the header and signed them once, but a server also counts the copies. */
export function headerHypotheses({ header, ...rest }: ParameterSources, found: readonly Hypothesis[]): Hypothesis[] {
  const protocolParameters = header.filter(isProtocolParameter);
  if (protocolParameters.length === header.length) return [];
  const copied = found.filter(({ id }) => id === "request-params-in-header");
  return copied.map((hypothesis) => ({
    ...hypothesis,
    cost: COST.evident,
    alter: (computation) => ({ ...computation, sources: () => ({ ...rest, header: protocolParameters }) }),
  }));
}

/** A request to which most causes apply. */
const REQUEST: SigningInput = {
  method: "POST",
  url: "https://api.gateway.example/shop/status?amount=1%2C2&version=1.0",
  signatureMethod: "HMAC-SHA1",
  protocolParameters: ["oauth_consumer_key", "oauth_token", "oauth_nonce", "oauth_timestamp"].map((name) => [
    name,
    "1",
  ]),
};

/** The likeliest form of a cause in its example request. */
export function exampleOf(cause: EnvironmentCause): { readonly known: KnownRequest; readonly hypothesis: Hypothesis } {
  const request = { ...REQUEST, ...cause.example?.request };
  const secrets = { consumerSecret: "secret", tokenSecret: "other" };
  const known: KnownRequest = {
    sources: sourcesOfInput(request, specification),
    key: secrets,
    otherKeys: [{ label: "another key", consumerSecret: "secret of another key", tokenSecret: "token of another key" }],
    origins: ["https://other.example"],
    addresses: ["https://api.gateway.example/other", "https://other.example/shop"],
    knownValues: { amount: ["10.42"] },
    schemeIsAssumed: false,
    redact: (text) => text,
    ...cause.example,
    request,
  };
  const [hypothesis] = environmentHypotheses([cause], known);
  return { known, hypothesis: hypothesis! };
}
