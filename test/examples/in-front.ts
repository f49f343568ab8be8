/** What the services in front of a recipe send to it, as their documentation describes it: Envoy, function URLs, API Gateway. */

import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "yaml";
import type { HttpEvent } from "../../examples/servers/lambda.ts";

/** A server of a test. */
export interface Running {
  readonly origin: string;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown;

/** Reads each request to its end. If the handler fails, it answers 502, as the services do. */
export function withBody(handler: Handler): RequestListener {
  return async (request, response) => {
    try {
      await handler(request, Buffer.concat(await request.toArray()), response);
    } catch {
      response.writeHead(502).end(); // the client may be gone
    }
  };
}

/** Starts a server. */
export async function serve(listener: RequestListener): Promise<Running> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Patterns {
  readonly patterns: readonly { readonly exact: string }[];
}

interface EnvoyFilters {
  readonly "envoy.filters.http.header_mutation": {
    readonly mutations: {
      readonly request_mutations: readonly {
        readonly remove_on_match: { readonly key_matcher: { readonly safe_regex: { readonly regex: string } } };
      }[];
    };
  };
  readonly "envoy.filters.http.ext_authz": {
    readonly with_request_body: { readonly max_request_bytes: number };
    readonly http_service: {
      readonly authorization_request: { readonly allowed_headers: Patterns };
      readonly authorization_response: { readonly allowed_upstream_headers: Patterns };
    };
  };
}

/** The names of the filters in examples/servers/envoy.yaml, in order, and their settings. */
export function readEnvoyFilters(): { readonly order: readonly string[]; readonly filters: EnvoyFilters } {
  const { static_resources } = parse(readFileSync("examples/servers/envoy.yaml", "utf8"));
  const [manager] = static_resources.listeners[0].filter_chains[0].filters;
  const list = manager.typed_config.http_filters as readonly { name: string; typed_config: unknown }[];
  const filters = Object.fromEntries(list.map(({ name, typed_config }) => [name, typed_config]));
  return { order: list.map(({ name }) => name), filters: filters as unknown as EnvoyFilters };
}

/**
 * Asks an `ext_authz` service about each request as Envoy does: with its method and target, the headers that the settings
 * allow, values of one name joined, and the whole body. An accepted request gets 200 and the headers for the backend: those
 * of the client that the settings keep, and those of the service, which replace them.
 */
export function serveAsEnvoy(service: string): Promise<Running> {
  const { filters } = readEnvoyFilters();
  const { with_request_body, http_service } = filters["envoy.filters.http.ext_authz"];
  const names = http_service.authorization_request.allowed_headers.patterns.map(({ exact }) => exact);
  const upstream = http_service.authorization_response.allowed_upstream_headers.patterns.map(({ exact }) => exact);
  // Envoy matches whole names, in lower case.
  const removed = filters["envoy.filters.http.header_mutation"].mutations.request_mutations.map(
    ({ remove_on_match }) => new RegExp(`^(?:${remove_on_match.key_matcher.safe_regex.regex})$`),
  );
  return serve(
    withBody((request, body, response) => {
      if (body.length > with_request_body.max_request_bytes) return response.writeHead(413).end();
      const headers: Record<string, string> = { host: request.headers.host ?? "", "content-length": `${body.length}` };
      for (const name of names) {
        const values = request.headersDistinct[name];
        if (values !== undefined) headers[name] = values.join(",");
      }
      const question = send(service, { method: request.method ?? "", path: request.url ?? "", headers }, (answer) => {
        if (answer.statusCode !== 200) {
          response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
          return answer.pipe(response);
        }
        answer.resume();
        const kept = Object.entries(request.headers).filter(([name]) => !removed.some((regex) => regex.test(name)));
        const added = upstream.filter((name) => answer.headers[name] !== undefined);
        const passed = {
          ...Object.fromEntries(kept),
          ...Object.fromEntries(added.map((name) => [name, answer.headers[name]])),
        };
        return response.end(JSON.stringify(passed));
      });
      return question.end(body);
    }),
  );
}

type Handle = (event: HttpEvent) => Promise<object>;
interface LambdaResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

async function answer(handle: Handle, event: HttpEvent, response: ServerResponse): Promise<void> {
  const { statusCode, headers = {}, body } = (await handle(event)) as LambdaResponse;
  response.writeHead(statusCode, headers).end(body);
}

/** Events of a function URL: payload 2.0, with path and query as sent. */
export function answerAsFunctionUrl(handle: Handle): RequestListener {
  return withBody((request, body, response) => {
    const [rawPath = "", ...query] = pathOf(request).split("?");
    const fields = Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(",")]);
    return answer(
      handle,
      {
        rawPath,
        rawQueryString: query.join("?"),
        headers: Object.fromEntries(fields),
        requestContext: { http: { method: request.method ?? "" } },
        body: body.toString("base64"),
        isBase64Encoded: true,
      },
      response,
    );
  });
}

/** Events of a REST API: payload 1.0, with the path as sent and the query decoded. */
export function answerAsRestApi(handle: Handle): RequestListener {
  return withBody((request, body, response) => {
    const [path = "", ...query] = pathOf(request).split("?");
    const parameters = grouped([...new URLSearchParams(query.join("?"))]);
    const names = request.rawHeaders.filter((_text, index) => index % 2 === 0);
    const fields = grouped(names.map((name, index) => [name, request.rawHeaders[2 * index + 1] ?? ""]));
    return answer(
      handle,
      {
        headers: {},
        multiValueHeaders: fields,
        multiValueQueryStringParameters: query.length === 0 ? null : parameters,
        requestContext: { httpMethod: request.method ?? "", path },
        body: body.length === 0 ? null : body.toString("base64"),
        isBase64Encoded: body.length > 0,
      },
      response,
    );
  });
}

/** The values of each name. */
function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

/** Neither service passes on the host of an absolute target. */
function pathOf({ url = "" }: IncomingMessage): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}
