/** The stages of the correct computation of a request, without secrets, to show them to people. */

import { type HttpRequest, type SigningInput, type Trace, toText, trace, traceSent } from "../../model/index.ts";
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

/** The stages; `undefined` if the request cannot be read. */
export function shownStages(
  request: HttpRequest | SigningInput,
  redact: (text: string) => string,
): ShownStages | undefined {
  const traced = attempt(() => {
    if (isHttpRequest(request)) return traceSent(request, {});
    const { consumerSecret, privateKey, ...rest } = request;
    return trace(rest);
  });
  return (
    traced && {
      parameters: traced.parameters.map(({ origin, name, value }) => ({
        origin,
        name: redact(toText(name)),
        value: redact(toText(value)),
      })),
      parameterString: redact(traced.parameterString),
      baseStringUri: redact(traced.baseStringUri),
      baseString: redact(traced.baseString),
    }
  );
}
