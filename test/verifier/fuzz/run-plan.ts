/** Runs a plan against the servers, and says what is wrong with what they did. */

import { type Connection, openConnection } from "./connection.ts";
import { mustRejectEarly, problemOfAnswer } from "./expected.ts";
import * as http1 from "./http1.ts";
import * as http2 from "./http2.ts";
import { type Http1Plan, type Http2Plan, type Plan, piecesOf } from "./plan.ts";
import type { ServerProcess } from "./server-process.ts";
import type { Target } from "./targets.ts";

/** One sentence; `undefined` if everything is as it should be. */
export type Problem = string | undefined;

/** @param patience - milliseconds after which a server hangs */
export async function problemOfPlan(
  plan: Plan,
  server: ServerProcess,
  target: Target,
  patience: number,
): Promise<Problem> {
  await server.reset();
  const connection = await openConnection(server.ports[plan.target]!, patience);
  const problem =
    plan.protocol === 1
      ? await exchange1(plan, server, connection, target, patience)
      : await exchange2(plan, server, connection, patience);
  // After an error of the connection Node.js sends GOAWAY and reads no further, so it does not see that the client is gone.
  const mayIgnoreEnd = plan.protocol === 2 && !http2.isOrdinary(plan);
  const isEnded = await connection.end(mayIgnoreEnd ? "close" : plan.end);
  if (mayIgnoreEnd) await server.disconnect();
  const left = await problemOfLeftovers(server, patience);
  // A process that has ended explains every other problem.
  return server.ended() ?? problem ?? (isEnded ? left : "the connection stays open after the client's FIN");
}

/** Writes the octets in their pieces, and gives the server a turn between them. */
async function write(octets: Buffer, pauses: readonly number[], server: ServerProcess, to: Connection): Promise<void> {
  for (const piece of piecesOf(octets, pauses)) {
    to.write(piece);
    await server.turn();
  }
}

async function exchange1(
  plan: Http1Plan,
  server: ServerProcess,
  connection: Connection,
  { isAsReceived = true, isWeb = false }: Target,
  patience: number,
): Promise<Problem> {
  const octets = http1.octetsOf(plan);
  const { messages, isBroken } = http1.readMessages(octets);
  const methods = messages.map(({ method }) => method);
  // A Web `Request` of these methods has no body.
  const arrived = messages.map((message) =>
    isWeb && ["GET", "HEAD"].includes(message.method) ? { ...message, body: Buffer.alloc(0), isWhole: true } : message,
  );
  const mustBeAnswered = (message: http1.ReadMessage): boolean =>
    message.isWhole || mustRejectEarly(message, message.body.length);
  const required = isBroken ? 0 : arrived.filter(mustBeAnswered).length;
  const answers = () => http1.readAnswers(connection.received(), methods);
  await write(octets, plan.pauses, server, connection);
  const isInTime = await connection.until(() => {
    const whole = answers().filter(({ body }) => body !== undefined);
    return whole.length >= required || whole.some(({ closes }) => closes);
  });
  if (!isInTime) return `no answer to request ${answers().length + 1} in ${patience} ms`;
  await server.turn();
  await server.turn();
  const isCertain = plan.damage.length === 0 && !isBroken;
  const nonces = plan.messages.map(({ request }) => request.nonce);
  const mayBeUsed = plan.damage.length > 0 || new Set(nonces).size < nonces.length;
  const all = answers();
  for (const [index, answer] of all.entries()) {
    const message = arrived[index];
    const problem =
      answer.verdict === undefined
        ? problemOfOwnAnswer(answer.status, isCertain)
        : message === undefined
          ? isBroken
            ? problemOfEarlyAnswer(answer.status)
            : "an answer to no request"
          : message.isWhole
            ? problemOfAnswer(message, answer, { mayBeUsed, isAsReceived, isWeb })
            : problemOfEarlyAnswer(answer.status);
    if (problem !== undefined) return `request ${index + 1}: ${problem}`;
  }
  const last = all.at(-1);
  if (all.length < required && last?.closes !== true && isCertain) return `no answer to request ${all.length + 1}`;
  const isIdle = all.length === arrived.length && !connection.isClosed() && last?.closes !== true && !isBroken;
  const used = problemOfNonces(nonces, all, isCertain && all.length === plan.messages.length);
  return used ?? (isIdle && arrived.every(({ isWhole }) => isWhole) ? problemOfIdle(server, patience) : undefined);
}

/** A server answers 4xx on its own if something is wrong with the octets. */
function problemOfOwnAnswer(status: number, isCertain: boolean): Problem {
  if (status < 400 || status > 499) return `status ${status}, and not from the adapter`;
  return isCertain ? `status ${status} from the server, and nothing is wrong with the octets` : undefined;
}

function problemOfEarlyAnswer(status: number): Problem {
  return status >= 400 && status <= 499 ? undefined : `status ${status} before the request has come whole`;
}

/** Of requests with one nonce, one is accepted at most. */
function problemOfNonces(
  nonces: readonly number[],
  answers: readonly { status: number }[],
  isCertain: boolean,
): Problem {
  if (!isCertain) return undefined;
  const accepted = nonces.filter((_nonce, index) => answers[index]?.status === 200);
  return new Set(accepted).size < accepted.length ? "one nonce was accepted twice" : undefined;
}

async function exchange2(
  plan: Http2Plan,
  server: ServerProcess,
  connection: Connection,
  patience: number,
): Promise<Problem> {
  const octets = http2.octetsOf(plan);
  const sent = http2.readFrames(octets);
  const frames = () => http2.readFrames(connection.received());
  connection.write(http2.preface(plan.window));
  // Before the settings of the server, an acknowledgement would be an error.
  if (!(await connection.until(() => frames().length > 0))) return `no settings of the server in ${patience} ms`;
  connection.write(http2.writeFrame({ type: http2.SETTINGS, flags: http2.ACK, stream: 0, payload: Buffer.alloc(0) }));
  await write(octets, plan.pauses, server, connection);

  const isCertain = http2.isOrdinary(plan);
  const nonces = plan.streams.map(({ request }) => request.nonce);
  const mayBeUsed = new Set(nonces).size < nonces.length;
  const streams = plan.streams.map((planned, index) => {
    const stream = http2.streamId(index);
    const body = http2.contentOf(planned);
    const request = http2.requestOfStream(planned);
    const isWhole = http2.isWhole(sent, stream);
    const isEarly = mustRejectEarly(request, http2.sentContent(sent, stream)) && http2.isOpened(sent, stream);
    const isRequired = isCertain && (isWhole || isEarly) && planned.finish !== "reset";
    return { stream, planned, request: { ...request, body }, isWhole, isRequired };
  });
  const answers = () => http2.readAnswers(frames());
  const isInTime = await connection.until(() => {
    const now = answers();
    return streams.every(({ stream, isRequired }) => !isRequired || now.has(stream));
  });
  const missing = streams.filter(({ stream, isRequired }) => isRequired && !answers().has(stream));
  if (missing.length > 0) {
    const how = isInTime ? "the connection was closed" : `none came in ${patience} ms`;
    return `no answer on stream ${missing.map(({ stream }) => stream).join(", ")}: ${how}`;
  }
  await server.turn();
  await server.turn();
  const all = answers();
  for (const [stream, { status, body }] of all) {
    const asked = streams.find((one) => one.stream === stream);
    const verdict =
      status === 200 ? "accepted" : asked?.planned.request.answer === "code" && body !== "" ? body : undefined;
    // A server answers an Expect that it does not know on its own.
    const isOwn = status === 417 && !isCertain;
    // If a signature is accepted, the damage was elsewhere.
    const isAsPlanned = plan.damage.length > 0 ? status === 200 : asked?.isWhole;
    const problem =
      asked === undefined
        ? "an answer to no request"
        : isOwn
          ? undefined
          : isAsPlanned
            ? problemOfAnswer(asked.request, { status, verdict, body }, { mayBeUsed, isAsReceived: true })
            : problemOfEarlyAnswer(status);
    if (problem !== undefined) return `stream ${stream}: ${problem}`;
  }
  const inOrder = streams.map(({ stream }) => all.get(stream) ?? { status: 0 });
  const used = problemOfNonces(nonces, inOrder, true);
  const isIdle =
    isCertain &&
    plan.window > 0 &&
    streams.every(({ isWhole, stream }) => isWhole && all.get(stream)?.body !== undefined);
  return used ?? (isIdle && !connection.isClosed() ? problemOfIdle(server, patience) : undefined);
}

/** Of a connection that is open and has no request. */
function problemOfIdle(server: ServerProcess, patience: number): Promise<Problem> {
  return settled(server, patience, ({ listeners, pending }) => [
    ...listeners.map((name) => `a listener left for ${name}`),
    ...(pending > 0 ? [`${pending} handlers pending after every answer`] : []),
  ]);
}

/** Of servers whose clients are gone. */
function problemOfLeftovers(server: ServerProcess, patience: number): Promise<Problem> {
  return settled(server, patience, ({ sockets, pending, timers, listeners, warnings }) => [
    ...(sockets > 0 ? [`${sockets} sockets left`] : []),
    ...(pending > 0 ? [`${pending} handlers pending although the client is gone`] : []),
    ...(timers > 0 ? [`${timers} timers left`] : []),
    ...listeners.map((name) => `a listener left for ${name}`),
    ...warnings.map((warning) => `a warning: ${warning}`),
  ]);
}

type Look = NonNullable<Awaited<ReturnType<ServerProcess["leftovers"]>>>;

/** Asks until nothing is left, or as long as a server that hangs may take. */
async function settled(
  server: ServerProcess,
  patience: number,
  problemsOf: (left: Look) => readonly string[],
): Promise<Problem> {
  const end = Date.now() + patience;
  for (;;) {
    const left = await server.leftovers();
    if (left === undefined) return undefined;
    const problems = problemsOf(left);
    if (problems.length === 0) return undefined;
    if (Date.now() > end) return problems.join("; ");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
