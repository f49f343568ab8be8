/** The other answers that are possible on points that RFC 5849 leaves open. */

import type { specification } from "../../model/index.ts";
import { inProcessDriver } from "../drivers/index.ts";
import { mutant } from "../implementations/model.ts";
import {
  type AnyInput,
  flagsOf,
  type OpenPoint,
  openPoints,
  type StageValues,
  type VectorInput,
} from "../vectors/index.ts";

type Stages = typeof specification;

/** The other decision on a point: another input, or other stages of the specification. */
interface OtherDecision {
  readonly input?: (input: VectorInput) => VectorInput;
  readonly stages?: (stages: Stages) => Stages;
}

const LEADING_ZERO_PORT = /(?<=^[^/]*\/\/[^/?#]*):0+[1-9][0-9]*(?=[/?#]|$)/;
const ZERO_PORT = /(?<=^[^/]*\/\/[^/?#]*):0+(?=[/?#]|$)/;

const DECISIONS: Readonly<Record<OpenPoint, OtherDecision>> = {
  "dot-segments": {
    stages: (stages) => ({ ...stages, path: (parts) => resolved(stages.path(parts)) }),
  },
  "empty-realm": { input: ({ realm: _, ...input }: AnyInput) => input as VectorInput },
  "form-without-body": { input: withoutForm },
  "leading-zero-port": {
    stages: (stages) => ({
      ...stages,
      // The parsed port has no zeros any more.
      authority: (parts) => stages.authority({ ...parts, port: 1 }),
      baseStringUri(url, all) {
        const port = LEADING_ZERO_PORT.exec(url)?.[0] ?? ":1";
        return stages.baseStringUri(url, all).replace(/:1(?=\/)/, port);
      },
    }),
  },
  "port-zero": {
    stages: (stages) => ({
      ...stages,
      splitUrl: (url) =>
        ZERO_PORT.test(url) ? { ...stages.splitUrl(url.replace(ZERO_PORT, "")), port: 0 } : stages.splitUrl(url),
    }),
  },
};

/** The stages with the other decision on every open point of an input; `undefined` if there is none. */
export function otherStages(input: VectorInput): StageValues | undefined {
  const points = openPoints(flagsOf(input));
  if (points.length === 0) return undefined;
  const decisions = points.map((point) => DECISIONS[point]);
  const changed = decisions.reduce((one, { input: change = (same) => same }) => change(one), input);
  const faults = decisions.map(({ stages: apply = (same: Stages) => same }, at) => ({ id: points[at]!, apply }));
  const answer = inProcessDriver(mutant(faults)).ask(changed);
  if (answer instanceof Promise || !answer.ok) return undefined;
  return answer.stages;
}

function withoutForm(input: VectorInput): VectorInput {
  const { request, ...rest }: AnyInput = input;
  if (request === undefined) return input;
  const { form: _form, formEncoded: _encoded, ...bodiless } = request;
  return { ...rest, request: bodiless } as VectorInput;
}

/** The path as a WHATWG URL parser makes it. */
function resolved(path: string): string {
  return new URL(`http://a.example${path}`).pathname;
}
