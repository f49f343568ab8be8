/**
 * A function on AWS Lambda that accepts only signed requests, behind a function URL, an HTTP API (payload 2.0) or a REST
 * API (payload 1.0) of API Gateway.
 */

import {
  AuthenticationError,
  createVerifier,
  MemoryNonceStore,
  ParameterError,
  type ReceivedRequest,
} from "countersign";

/** The members of an event that the signature depends on. */
export interface HttpEvent {
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Payload 2.0. */
  readonly rawPath?: string;
  readonly rawQueryString?: string;
  /** Payload 1.0. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | null;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[]>> | null;
  readonly requestContext: {
    readonly http?: { readonly method: string };
    readonly httpMethod?: string;
    /** The path as sent, with the stage. */
    readonly path?: string;
  };
}

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: process.env.ORIGIN ?? "https://pay.example", // the scheme, host and port that clients sign
  // Lambda runs many instances: use a store that all of them share, such as countersign/redis.
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

/** The request as it was sent, as far as the event shows it. */
export function receivedRequest(event: HttpEvent): ReceivedRequest {
  const { requestContext: context, multiValueQueryStringParameters } = event;
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (context.http !== undefined) {
    const query = event.rawQueryString ? `?${event.rawQueryString}` : "";
    return { method: context.http.method, url: `${event.rawPath}${query}`, headers: event.headers, body };
  }
  // Payload 1.0 contains the query decoded. Octets that are not UTF-8 are U+FFFD there, which the verifier rejects in a URL.
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%EF%BF%BD", "\uFFFD");
  const pairs = Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    values.map((value) => `${encode(name)}=${encode(value)}`),
  );
  const url = `${context.path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
  return { method: context.httpMethod ?? "", url, headers: event.multiValueHeaders ?? {}, body };
}

export async function handler(event: HttpEvent): Promise<object> {
  try {
    const oauth = await verifier.authenticate(receivedRequest(event));
    return { statusCode: 200, body: JSON.stringify({ merchant: oauth.consumerKey, amount: oauth.one("amount") }) };
  } catch (error) {
    if (!(error instanceof AuthenticationError || error instanceof ParameterError)) throw error;
    const { status, message } = error.publicResponse;
    return { statusCode: status, headers: status === 401 ? { "www-authenticate": "OAuth" } : {}, body: message };
  }
}
