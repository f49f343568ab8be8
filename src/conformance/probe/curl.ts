/** The curl commands of a probe. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { curlOf } from "../../requests/received-request-curl.ts";

/** The commands for several steps: one line for each step, whose requests are sent at once. */
export function curlLines(steps: readonly (readonly HttpRequest[])[], origin: string): string[] {
  return steps.map((requests) => {
    const commands = requests.map((request) => curlOf(request, origin));
    const [first = "", ...others] = commands;
    if (others.length === 0) return first;
    if (others.every((command) => command === first))
      return `for i in $(seq ${commands.length}); do ${first} & done; wait`;
    return `${commands.map((command) => `${command} &`).join(" ")} wait`;
  });
}
