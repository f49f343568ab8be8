/** The stages of the correct computation of a request, without secrets, for people to read. */

import { type HttpRequest, type SigningInput, type Trace, toText, trace, traceSent } from "../../model/index.ts";
import { atOnce, createSliceCounter, type InSlices } from "../../platform/slices.ts";
import type { Redactor } from "../../redaction/index.ts";
import { attempt } from "./computation.ts";
import { isHttpRequest } from "./diagnosis-input.ts";

/** A parameter that is signed, decoded. */
export interface ShownParameter {
  readonly origin: Trace["parameters"][number]["origin"];
  readonly name: string;
  readonly value: string;
}

/** The stages up to the base string. */
export interface ShownStages {
  readonly parameters: readonly ShownParameter[];
  readonly parameterString: string;
  readonly baseStringUri: string;
  readonly baseString: string;
}

/** Redacts a text in slices of work. */
type Redact = Pick<Redactor, "textInSlices">;

/** The stages, redacted in slices of work; `undefined` if the request cannot be read. */
export function* stagesInSlices(
  request: HttpRequest | SigningInput,
  { textInSlices }: Redact,
): InSlices<ShownStages | undefined> {
  const traced = tracedRequest(request);
  if (traced === undefined) return undefined;
  const parameters: ShownParameter[] = [];
  const isSliceComplete = createSliceCounter(CHARACTERS_OF_SLICE);
  for (const { origin, name, value } of traced.parameters) {
    if (isSliceComplete(name.length + value.length + LEAST_CHARACTERS)) yield;
    parameters.push({
      origin,
      name: yield* textInSlices(toText(name)),
      value: yield* textInSlices(toText(value)),
    });
  }
  return {
    parameters,
    parameterString: yield* textInSlices(traced.parameterString),
    baseStringUri: yield* textInSlices(traced.baseStringUri),
    baseString: yield* textInSlices(traced.baseString),
  };
}

/** What redacting a parameter costs besides its characters, and the cost of one slice. */
const LEAST_CHARACTERS = 50;
const CHARACTERS_OF_SLICE = 2000;

/** The stages at once; `undefined` if the request cannot be read. */
export function shownStages(
  request: HttpRequest | SigningInput,
  redact: (text: string) => string,
): ShownStages | undefined {
  // biome-ignore lint/correctness/useYield: a text that is redacted at once is one slice
  const textInSlices = function* (text: string): InSlices<string> {
    return redact(text);
  };
  return atOnce(stagesInSlices(request, { textInSlices }));
}

function tracedRequest(request: HttpRequest | SigningInput): Trace | undefined {
  return attempt(() => {
    if (isHttpRequest(request)) return traceSent(request, {});
    const { consumerSecret, privateKey, ...rest } = request;
    return trace(rest);
  });
}
