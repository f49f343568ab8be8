/** Servers with one mistake each, which the fuzzer must find. Most of them use the adapter for node:http. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { protect } from "../../../src/verifier/adapters/node-http.ts";
import { ACCEPTED, type Surroundings, type Target } from "./targets.ts";

type Mistake = (
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
  surroundings: Surroundings,
) => void;

function correctListener({ options, seen, pending }: Surroundings): RequestListener {
  const listener = protect(options, (_request, response, oauth) => {
    response.writeHead(200, ACCEPTED).end(seen(oauth));
  });
  return (request, response) => pending(listener(request, response));
}

function withMistake(mistake: Mistake): Target {
  return {
    protocol: 1,
    build(surroundings) {
      const listener = correctListener(surroundings);
      return createServer((request, response) => mistake(request, response, listener, surroundings));
    },
  };
}

/** Does something with each request beside the correct thing. */
function beside(mistake: (request: IncomingMessage, surroundings: Surroundings) => void): Target {
  return withMistake((request, response, listener, surroundings) => {
    mistake(request, surroundings);
    listener(request, response);
  });
}

function http2(mistake: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Target {
  return { protocol: 2, build: () => createHttp2Server(mistake) as never };
}

const accepted = new Map<string, string>();

/** By what they do. */
export const targets: Readonly<Record<string, Target>> = {
  "throws for a trailer": beside((request) => {
    request.on("end", () => {
      if (request.rawTrailers.length > 0) throw new Error("a trailer");
    });
  }),
  "rejects a promise for a body that stops": beside((request) => {
    request.on("close", () => {
      if (!request.complete) void Promise.reject(new Error("the body stops"));
    });
  }),
  "leaves a listener on the connection": beside(({ socket }) => void socket.on("timeout", () => {})),
  "leaves a listener on the process": beside(() => void process.on("exit", () => {})),
  "leaves a timer": beside(() => void setTimeout(() => {}, 60_000)),
  "leaves a socket": beside(({ socket }) => {
    socket.destroy = () => socket;
  }),
  "leaves a connection open after FIN": beside(({ socket }) => {
    socket.removeAllListeners("end");
  }),
  "waits for the end of a body that stops": beside((request, { pending }) => {
    pending(new Promise((resolve) => request.on("end", resolve)));
  }),
  "waits after its answer": beside((_request, { pending }) => pending(new Promise(() => {}))),
  warns: beside(() => process.emitWarning("something is wrong")),
  "does not answer chunks": withMistake((request, response, listener) => {
    if (request.headers["transfer-encoding"] === undefined) listener(request, response);
  }),
  "closes instead of an answer": withMistake((request) => void request.socket.destroy()),
  "answers 500": withMistake((_request, response) => void response.writeHead(500).end()),
  "answers 400 without a reason": withMistake((_request, response) => void response.writeHead(400).end()),
  "answers with another status": withMistake((_request, response) => {
    response.writeHead(418, { "x-verdict": "signature-mismatch" }).end("signature-mismatch");
  }),
  "answers with an unknown code": withMistake((_request, response) => {
    response.writeHead(401, { "x-verdict": "because" }).end("because");
  }),
  "answers what is not HTTP": withMistake((request) => void request.socket.write("ready\r\n\r\n")),
  "answers twice": withMistake((request, response, listener) => {
    response.on("finish", () => request.socket.write("HTTP/1.1 401 \r\nx-verdict: nonce-used\r\n\r\n"));
    listener(request, response);
  }),
  "accepts before the body has come": withMistake((_request, response) => {
    response.writeHead(200, ACCEPTED).end();
  }),
  "rejects what is valid": withMistake((_request, response) => {
    response.writeHead(401, { "x-verdict": "signature-mismatch" }).end();
  }),
  "accepts by the credentials alone": withMistake((request, response, listener) => {
    const { authorization = "" } = request.headers;
    const known = accepted.get(authorization);
    const { end } = response;
    response.end = ((body: string) => {
      if (response.statusCode === 200) accepted.set(authorization, body);
      return end.call(response, body, "utf8");
    }) as typeof end;
    if (known === undefined) listener(request, response);
    else response.writeHead(200, ACCEPTED).end(known);
  }),
  "ignores white space in the credentials": withMistake((request, response, listener) => {
    const isCredentials = (index: number) => request.rawHeaders[index - 1]?.toLowerCase() === "authorization";
    request.rawHeaders = request.rawHeaders.map((text, index) =>
      index % 2 === 1 && isCredentials(index) ? text.replace(/(?<!^OAuth)[ \t]/g, "") : text,
    );
    listener(request, response);
  }),
  "changes a parameter": withMistake((request, response, _listener, { options, seen, pending }) => {
    const listener = protect(options, (_request, _response, oauth) => {
      const parameters = oauth.parameters.map((parameter) => ({ ...parameter, value: "changed" }));
      response.writeHead(200, ACCEPTED).end(seen({ ...oauth, parameters }));
    });
    pending(listener(request, response));
  }),
  "ends a stream of HTTP/2 at once": http2(async (request, response) => {
    await Promise.resolve();
    response.writeHead(401, { "content-length": 0 });
    response.end("");
    request.resume();
    request.stream.close(0);
  }),
  "does not answer on HTTP/2": http2(() => {}),
  "answers 503 on HTTP/2": http2((_request, response) => void response.writeHead(503).end()),
  "accepts everything on HTTP/2": http2((_request, response) => void response.writeHead(200).end()),
};
