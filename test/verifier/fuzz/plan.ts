/** What one run of the fuzzer sends on one connection: plain JSON, so that it can be printed, saved and replayed. */

/** A request to sign, and what the server is asked to answer if it rejects. */
export interface PlannedRequest {
  /** A name in `REQUESTS`. */
  readonly kind: string;
  /** Two requests of a plan with the same number have the same nonce. */
  readonly nonce: number;
  /** The body of a rejection: its code, nothing, or more than the window of an HTTP/2 stream. */
  readonly answer: "code" | "empty" | "long";
}

/** How a client ends its connection: with FIN and then no longer reading, with FIN while still reading, or with RST. */
export type End = "close" | "half-close" | "reset";

/** Octets replaced after everything else was written: broken framing of any kind. Positions are taken modulo the length. */
export interface Damage {
  readonly at: number;
  readonly remove: number;
  /** One character for each octet. */
  readonly insert: string;
}

interface Connection {
  /** The name of the adapter and its server. */
  readonly target: string;
  readonly damage: readonly Damage[];
  /** Positions, modulo the length, at which the client waits for one turn of the server's event loop. */
  readonly pauses: readonly number[];
  /** How many octets at the end the client does not send. */
  readonly unsent: number;
  readonly end: End;
}

export interface Http1Message {
  readonly request: PlannedRequest;
  readonly version: "1.1" | "1.0";
  /** Header fields beside those of the request, as written, each with its line end. */
  readonly fields: readonly string[];
  /** How many short fields follow. */
  readonly many: number;
  readonly framing: Framing;
}

/** How the end of a body is marked. */
export type Framing =
  /** With a Content-Length that differs from the real one by `off`. */
  | { readonly by: "length"; readonly off: number }
  /** In chunks of these sizes. `last` is the last chunk with the trailers. */
  | {
      readonly by: "chunks";
      readonly sizes: readonly number[];
      readonly extension: string;
      readonly trailers: readonly string[];
      /** Whether there is a Content-Length, too. */
      readonly hasLength: boolean;
    };

/** Messages of HTTP/1.1 on one connection, pipelined. */
export interface Http1Plan extends Connection {
  readonly protocol: 1;
  readonly messages: readonly Http1Message[];
}

export interface Http2Stream {
  readonly request: PlannedRequest;
  /** Header fields beside those of the request. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** How many short fields follow. */
  readonly many: number;
  /** In how many frames the header block comes: all but the first are CONTINUATION. */
  readonly headerFrames: number;
  /** Octets of a DATA frame, and its padding. */
  readonly frameLength: number;
  readonly padding: number;
  /** What follows the last DATA frame: its END_STREAM flag, trailers, nothing, or RST_STREAM. */
  readonly finish: "flag" | "trailers" | "nothing" | "reset";
}

/** A frame that belongs to no request, sent before the frame with this number. */
export interface ExtraFrame {
  readonly before: number;
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** One character for each octet. */
  readonly payload: string;
}

/** Streams of HTTP/2 on one connection. */
export interface Http2Plan extends Connection {
  readonly protocol: 2;
  /** The window that the client gives each stream for the response. */
  readonly window: number;
  readonly streams: readonly Http2Stream[];
  /** Which stream sends its next frame, modulo the streams that have one; in turn after the last number. */
  readonly order: readonly number[];
  readonly extra: readonly ExtraFrame[];
}

export type Plan = Http1Plan | Http2Plan;

/** The octets after damage, without those that are not sent. */
export function damaged(octets: Buffer, { damage, unsent }: Pick<Connection, "damage" | "unsent">): Buffer {
  let result = octets;
  for (const { at, remove, insert } of damage) {
    const start = at % (result.length + 1);
    const rest = result.subarray(start + remove);
    result = Buffer.concat([result.subarray(0, start), Buffer.from(insert, "latin1"), rest]);
  }
  return result.subarray(0, Math.max(0, result.length - unsent));
}

/** The octets in the pieces between which the client waits. */
export function piecesOf(octets: Buffer, pauses: readonly number[]): Buffer[] {
  const at = pauses.map((pause) => pause % (octets.length + 1)).sort((one, other) => one - other);
  return [...at, octets.length].map((end, index) => octets.subarray(index === 0 ? 0 : at[index - 1]!, end));
}
