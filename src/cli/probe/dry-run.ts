/** The output of `probe --dry-run`: the requests as they would be sent. */

import type { requestsOf } from "../../conformance/probe/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { latin1Text } from "../../platform/index.ts";
import { plural, visible } from "../../redaction/visible.ts";

/** Each case with its requests; control characters are escaped. */
export function dryRunText(planned: ReturnType<typeof requestsOf>, { colors }: Terminal): string {
  const blocks = planned.map(({ id, requests }) => {
    const lines = requests.flatMap(({ method, url, headers, body = new Uint8Array() }) => [
      `  ${method} ${url} HTTP/1.1`,
      ...headers.map(([name, value]) => `  ${name}: ${value}`),
      ...(body.length === 0 ? [] : ["", `  ${latin1Text(body)}`]),
      "",
    ]);
    return [colors.bold(id), ...(lines.length === 0 ? ["  not offered", ""] : lines)].map(visible).join("\n");
  });
  const { length } = planned.flatMap(({ requests }) => requests);
  return `${blocks.join("\n")}\n${plural(length, "request")} in ${plural(planned.length, "case")}; nothing was sent\n`;
}
