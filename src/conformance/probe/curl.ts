/** The curl commands of a probe. */

import { curlOf } from "../../gateway/simulator/curl.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";

/** The commands for several requests: those that belong together in one line, one after the other or at once. */
export function curlLines(steps: readonly (readonly HttpRequest[])[], origin: string): string[] {
  return steps.map((requests) => {
    const [first] = requests;
    const command = first === undefined ? "" : curlOf(first, origin);
    return requests.length > 1 ? `for i in $(seq ${requests.length}); do ${command} & done; wait` : command;
  });
}
