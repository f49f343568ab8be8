/** Frames of HTTP/2 (RFC 9113): writes those of a plan, and reads those of a server as far as the fuzzer needs it. */

import type { HttpRequest } from "../../../src/model/index.ts";
import { damaged, type ExtraFrame, type Http2Plan, type Http2Stream } from "./plan.ts";
import { requestOf } from "./requests.ts";

export const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
export const SETTINGS = 4;
const PING = 6;
const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;

const END_STREAM = 1;
export const ACK = 1;
const END_HEADERS = 4;
const PADDED = 8;
/** The error code of a client that does not want the response any longer. */
const CANCEL = 8;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export function writeFrame({ type, flags, stream, payload }: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length & 0xff_ffff, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream >>> 0, 5);
  return Buffer.concat([head, payload]);
}

/** The whole frames. */
export function readFrames(octets: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 9 <= octets.length; ) {
    const end = at + 9 + octets.readUIntBE(at, 3);
    if (end > octets.length) break;
    const stream = octets.readUInt32BE(at + 5) & 0x7fff_ffff;
    frames.push({ type: octets[at + 3]!, flags: octets[at + 4]!, stream, payload: octets.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

/** An integer of HPACK with a prefix of seven bits (RFC 7541 5.1). */
function writeInteger(value: number): number[] {
  if (value < 127) return [value];
  const octets = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push((rest % 128) + 128);
  return [...octets, rest];
}

/** Literals that are not indexed and not compressed (RFC 7541 6.2.2). */
function writeHeaderBlock(fields: readonly (readonly [string, string])[]): Buffer {
  const text = (value: string): Buffer => {
    const octets = Buffer.from(value, "latin1");
    return Buffer.concat([Buffer.from(writeInteger(octets.length)), octets]);
  };
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
}

/** The connection preface, with a table of no size for the headers of responses, so that each can be read alone. */
export function preface(window: number): Buffer {
  const settings = Buffer.alloc(12);
  settings.writeUInt16BE(1, 0); // HEADER_TABLE_SIZE
  settings.writeUInt16BE(4, 6); // INITIAL_WINDOW_SIZE
  settings.writeUInt32BE(window, 8);
  const frame = writeFrame({ type: SETTINGS, flags: 0, stream: 0, payload: settings });
  return Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame]);
}

/** The identifier of the stream at this place of the plan. */
export function streamId(index: number): number {
  return 2 * index + 1;
}

/** The pseudo-header fields and the others, as they are sent. */
function fieldsOf({ request, fields, many }: Http2Stream): (readonly [string, string])[] {
  const { method, url, headers } = requestOf(request.kind, request.nonce);
  const pseudo = { ":method": method, ":scheme": "http", ":authority": "h", ":path": url };
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const short = Array.from({ length: many }, (_, index) => [`x-${index}`, "1"] as const);
  return [...Object.entries(pseudo), ...lower, ["x-answer", request.answer], ...fields, ...short];
}

/** The body of a stream. */
export function contentOf({ request }: Http2Stream): Buffer {
  return Buffer.from(requestOf(request.kind, request.nonce).body ?? "");
}

/** Frames between which no other may come. */
type Unit = readonly Frame[];

function unitsOfStream(planned: Http2Stream, stream: number): Unit[] {
  const { headerFrames, frameLength, padding, finish } = planned;
  const frame = (type: number, flags: number, payload: Buffer): Frame => ({ type, flags, stream, payload });
  const content = contentOf(planned);
  const data: Frame[] = [];
  for (let at = 0; at < content.length; at += frameLength) {
    const payload = content.subarray(at, at + frameLength);
    const padded = Buffer.concat([Buffer.of(padding), payload, Buffer.alloc(padding)]);
    data.push(padding === 0 ? frame(DATA, 0, payload) : frame(DATA, PADDED, padded));
  }
  const block = writeHeaderBlock(fieldsOf(planned));
  const length = Math.ceil(block.length / headerFrames);
  const headers = Array.from({ length: headerFrames }, (_, index) =>
    frame(
      index === 0 ? HEADERS : CONTINUATION,
      index === headerFrames - 1 ? END_HEADERS : 0,
      block.subarray(index * length, (index + 1) * length),
    ),
  );
  if (finish === "flag") {
    const [from, at] = data.length === 0 ? [headers, 0] : [data, data.length - 1];
    from[at] = { ...from[at]!, flags: from[at]!.flags | END_STREAM };
  }
  const trailers = writeHeaderBlock([["x-trailer", "1"]]);
  if (finish === "trailers") data.push(frame(HEADERS, END_STREAM | END_HEADERS, trailers));
  if (finish === "reset") data.push(frame(RST_STREAM, 0, Buffer.of(0, 0, 0, CANCEL)));
  return [headers, ...data.map((one) => [one])];
}

/** All frames in the order in which the client sends them. A stream opens after those before it (RFC 9113 5.1.1). */
function framesOf({ streams, order, extra }: Http2Plan): Frame[] {
  const rest = streams.map((planned, index) => unitsOfStream(planned, streamId(index)));
  const units: Unit[] = [];
  for (let opened = 0; ; ) {
    const ready = rest.flatMap((left, index) => (left.length > 0 && index <= opened ? [index] : []));
    if (ready.length === 0) break;
    const index = ready[(order[units.length] ?? units.length) % ready.length]!;
    if (index === opened) opened += 1;
    units.push(rest[index]!.shift()!);
  }
  for (const { before, payload, ...head } of extra) {
    units.splice(before % (units.length + 1), 0, [{ ...head, payload: Buffer.from(payload, "latin1") }]);
  }
  return units.flat();
}

/** The octets that the client of a plan sends after its preface. */
export function octetsOf(plan: Http2Plan): Buffer {
  return damaged(Buffer.concat(framesOf(plan).map(writeFrame)), plan);
}

/** Whether the header block of a stream is whole. */
export function isOpened(frames: readonly Frame[], stream: number): boolean {
  return frames.some(
    (frame) =>
      frame.stream === stream &&
      (frame.type === HEADERS || frame.type === CONTINUATION) &&
      (frame.flags & END_HEADERS) !== 0,
  );
}

/** Whether the header block of a stream is whole, and the client ends the stream with these frames. */
export function isWhole(frames: readonly Frame[], stream: number): boolean {
  const isEnded = frames.some(
    (frame) =>
      frame.stream === stream && (frame.type === DATA || frame.type === HEADERS) && (frame.flags & END_STREAM) !== 0,
  );
  return isEnded && isOpened(frames, stream);
}

/** Octets of the body of a stream. */
export function sentContent(frames: readonly Frame[], stream: number): number {
  return frames
    .filter((frame) => frame.stream === stream && frame.type === DATA)
    .reduce((sum, { flags, payload }) => sum + payload.length - (flags & PADDED ? 1 + payload[0]! : 0), 0);
}

/** The request of a stream, with the target as `url`. */
export function requestOfStream(planned: Http2Stream): HttpRequest {
  const fields = fieldsOf(planned);
  const [method, url] = [":method", ":path"].map((name) => fields.find(([other]) => other === name)?.[1] ?? "");
  return { method: method!, url: url!, headers: fields.filter(([name]) => !name.startsWith(":")) };
}

/** Fields that a request may have. */
const ORDINARY_RE = /^(?:te: trailers|expect: 100-continue|cookie: .{0,100}|x-\S{1,100}: .{0,100})$/;
/** Octets that a client may send on a connection before the server allows more (RFC 9113 6.9.2). */
const WINDOW = 65_535;
/** Frames of a header block; a server need not read more. */
const MAX_HEADER_FRAMES = 6;

/** Fields beside those of a request that a server reads. */
const MAX_FIELDS = 100;

/** Whether nothing in a plan is an error, and so its server must answer every stream. */
export function isOrdinary({ damage, extra, streams }: Http2Plan): boolean {
  const lengths = streams.map((planned) => contentOf(planned).length + (planned.padding === 0 ? 0 : WINDOW / 8));
  return (
    damage.length === 0 &&
    extra.every(isHarmless) &&
    lengths.reduce((sum, length) => sum + length, 0) < WINDOW &&
    streams.every(
      ({ fields, many, headerFrames }) =>
        headerFrames <= MAX_HEADER_FRAMES &&
        many <= MAX_FIELDS &&
        // Node.js takes two expectations for one that it does not know.
        fields.filter(([name]) => name === "expect").length <= 1 &&
        fields.every(([name, value]) => ORDINARY_RE.test(`${name}: ${value}`)),
    )
  );
}

/** Whether a frame that belongs to no request is one that a client may send at any time and that changes nothing. */
function isHarmless({ type, flags, stream, payload }: ExtraFrame): boolean {
  if (type === PING) return stream === 0 && flags === 0 && payload.length === 8;
  if (type === WINDOW_UPDATE) return stream === 0 && payload === "\0\0\0\x01";
  if (type === SETTINGS) return stream === 0 && flags === 0 && payload.length === 0;
  return type > CONTINUATION && payload.length < 100;
}

/** Of the static table (RFC 7541 Appendix A), from index 8. */
const STATUSES = [200, 204, 206, 304, 400, 404, 500];
/** The Huffman codes of the digits (RFC 7541 Appendix B). */
const DIGITS = ["00000", "00001", "00010", "011001", "011010", "011011", "011100", "011101", "011110", "011111"];

/** The status, which is the first field of the header block of a response; 0 if it cannot be read. */
function readStatus(block: Buffer): number {
  let at = 0;
  while ((block[at]! & 0xe0) === 0x20) at += 1; // the size of the dynamic table
  const first = block[at]!;
  if (first >= 0x88 && first <= 0x8e) return STATUSES[first - 0x88]!;
  const isLiteral = first === 0x48 || first === 0x08 || first === 0x18;
  if (!isLiteral) return 0;
  const length = block[at + 1]!;
  const value = block.subarray(at + 2, at + 2 + (length & 0x7f));
  return Number(length < 0x80 ? value.toString("latin1") : readDigits(value));
}

function readDigits(octets: Buffer): string {
  let bits = [...octets].map((octet) => octet.toString(2).padStart(8, "0")).join("");
  let text = "";
  for (let digit = 0; digit !== -1; ) {
    digit = DIGITS.findIndex((code) => bits.startsWith(code));
    if (digit === -1) break;
    text += digit;
    bits = bits.slice(DIGITS[digit]!.length);
  }
  return text;
}

/** The response on a stream. */
export interface Http2Answer {
  readonly status: number;
  /** `undefined` if it has not come whole. */
  readonly body: string | undefined;
}

/** Responses by stream, without interim ones. */
export function readAnswers(frames: readonly Frame[]): Map<number, Http2Answer> {
  const answers = new Map<number, { status: number; chunks: Buffer[]; isWhole: boolean }>();
  for (const { type, flags, stream, payload } of frames) {
    const answer = answers.get(stream);
    if (type === HEADERS && answer === undefined) {
      const status = readStatus(payload);
      if (status < 100 || status >= 200) answers.set(stream, { status, chunks: [], isWhole: false });
    }
    if (type === DATA) answer?.chunks.push(payload);
    const now = answers.get(stream);
    if ((type === DATA || type === HEADERS) && (flags & END_STREAM) !== 0 && now !== undefined) now.isWhole = true;
  }
  return new Map(
    [...answers].map(([stream, { status, chunks, isWhole }]) => [
      stream,
      { status, body: isWhole ? Buffer.concat(chunks).toString("latin1") : undefined },
    ]),
  );
}
