/** Reads the answer of a server, as far as a probe needs it (RFC 9112). */

/** An answer. */
export interface Response {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** One character for each octet. */
  readonly body: string;
}

/** The values of a header field in one line; "" without one. */
export function headerOf({ headers }: Response, wanted: string): string {
  return headers
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => value)
    .join(", ");
}

/** Reads what a connection brought until it ended; `undefined` if that is no answer. Informational answers are skipped. */
export function parseResponse(octets: Buffer, method: string): Response | undefined {
  const text = octets.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...fields] = text.slice(0, Math.max(end, 0)).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(line)?.[1]);
  if (Number.isNaN(status)) return undefined;
  if (status < 200) return parseResponse(octets.subarray(end + 4), method);
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
  });
  const response = { status, headers, body: "" };
  if (method === "HEAD") return response;
  const rest = text.slice(end + 4);
  const isChunked = /chunked/i.test(headerOf(response, "transfer-encoding"));
  return { ...response, body: isChunked ? joinChunks(rest) : rest };
}

/** A body that is cut off ends there. */
function joinChunks(text: string): string {
  const chunks: string[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    const length = lineEnd === -1 ? 0 : Number.parseInt(text.slice(at, lineEnd), 16);
    if (!(length > 0)) return chunks.join("");
    chunks.push(text.slice(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
