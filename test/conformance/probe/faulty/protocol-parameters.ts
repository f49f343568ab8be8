/** Servers that are wrong about where protocol parameters are, and about the Authorization header. */

import {
  isProtocolParameter,
  type OctetPair,
  parseAuthorizationHeader,
  specification,
  toOctets,
} from "../../../../src/model/index.ts";
import { REJECTED } from "../serve.ts";
import { claimsOf, isNamed, Rejection, readClaims } from "../steps.ts";
import type { Mistake, Sign } from "../wrong-server.ts";

type Header = ReturnType<typeof parseAuthorizationHeader>;

/** Reads a header with a pattern for one parameter, without a look at what is between them. */
function readWith(pattern: RegExp, header: string): Header {
  const parts = [...header.replace(/^OAuth\s*/i, "").matchAll(pattern)].filter(([, name]) => name !== "realm");
  return { realm: null, parameters: parts.map(([, name = "", value = ""]) => [decode(name), decode(value)]) };
}

const decode = specification.percentDecode;

export const PROTOCOL_PARAMETERS: readonly Mistake[] = [
  {
    id: "protocol-params-from-two-places",
    fault: "protocol-params-from-two-places",
    wrong: "It takes protocol parameters from header, query and body together.",
    steps: () => ({
      readClaims: ({ query, header, body }) => claimsOf([...body, ...query, ...header].filter(isProtocolParameter)),
    }),
    requests: (sign) => {
      const request = sign();
      const header = request.headers.authorization as string;
      const nonce = /oauth_nonce="([^"]*)", /.exec(header)!;
      const authorization = header.replace(nonce[0], "");
      return [{ ...request, path: `/pay?oauth_nonce=${nonce[1]}`, headers: { ...request.headers, authorization } }];
    },
  },
  {
    id: "duplicate-protocol-params-accepted",
    fault: "duplicate-protocol-params-accepted",
    wrong: "It parses the header into a map, so the second nonce replaces the first without an error.",
    steps: () => ({
      readHeader: (header) => {
        const { realm, parameters } = readWith(/([^\s,="]+)="([^"]*)"/g, header);
        const byName = claimsOf(parameters);
        return { realm, parameters: [...byName].map(([name, value]) => [toOctets(name), toOctets(value)]) };
      },
    }),
    requests: (sign) => [withHeader(sign(), (header) => header.replace("OAuth ", 'OAuth oauth_nonce="first", '))],
  },
  {
    id: "shadowed-oauth-param-unsigned",
    fault: "shadowed-oauth-param-unsigned",
    wrong: "It leaves out a parameter of query or body where the header has the same oauth_ name.",
    steps: () => ({
      stages: {
        ...specification,
        collectParameters: (sources, stages) => {
          const isShadowed = ([name]: OctetPair): boolean =>
            sources.header.some(([other]) => isNamed([name, name], text(other)));
          const visible = (pairs: readonly OctetPair[]): OctetPair[] =>
            pairs.filter((pair) => !isProtocolParameter(pair) || !isShadowed(pair));
          return specification.collectParameters(
            { ...sources, query: visible(sources.query), body: visible(sources.body) },
            stages,
          );
        },
      },
      readClaims: (sources) =>
        sources.header.length > 0 ? readClaims({ ...sources, query: [], body: [] }) : readClaims(sources),
    }),
    requests: (sign) => [{ ...sign({ protocol: { oauth_callback: "oob" } }), path: "/pay?oauth_callback=other" }],
  },
  {
    id: "realm-found-by-substring",
    fault: "realm-found-by-substring",
    wrong: "It skips every part of the header that has the text realm, also a nonce that has it.",
    steps: () => ({
      readHeader: (header, stages) => {
        const { realm, parameters } = parseAuthorizationHeader(header, stages);
        return { realm, parameters: parameters.filter((pair) => !pair.some((part) => text(part).includes("realm"))) };
      },
    }),
    last: "rejected",
    requests: (sign) => [sign({ protocol: { oauth_nonce: "a-realm-of-nonces" } })],
  },
  {
    id: "oauth-values-decoded-twice",
    fault: "oauth-values-decoded-twice",
    wrong: "It decodes what it reads from query and body twice, so a value with %25 changes.",
    steps: () => ({
      stages: {
        ...specification,
        decodeForm: (encoded, stages) =>
          specification.decodeForm(encoded, stages).map(([name, value]) => [name, stages.percentDecode(value)]),
      },
    }),
    last: "rejected",
    requests: (sign) => [sign({ form: "rate=100%2541" })],
  },
  {
    id: "header-plus-as-space",
    fault: "header-plus-as-space",
    wrong: "It decodes the header as a form, so a plus sign becomes a space.",
    steps: () => ({
      readHeader: (header) =>
        parseAuthorizationHeader(header.replace(/(?<=")[^"]*(?=")/g, (value) => value.replaceAll("+", "%20"))),
    }),
    last: "rejected",
    requests: (sign) => [withHeader(sign(withNonce("a+b")), (header) => header.replace("a%2Bb", "a+b"))],
  },
  {
    id: "header-split-naively",
    fault: "header-split-naively",
    wrong: "It splits the header at every comma, also at one inside a quoted realm.",
    steps: () => ({
      readHeader: (header) => {
        const parts = header.replace(/^OAuth\s*/i, "").split(",");
        const pairs = parts.map((part) => part.trim().replaceAll('"', "").split("="));
        const parameters = pairs.map(([name = "", value = ""]): OctetPair => [toOctets(name), decode(value)]);
        return {
          realm: null,
          parameters: parameters.filter((pair) => !isNamed(pair, "realm")) as Header["parameters"],
        };
      },
    }),
    last: "rejected",
    requests: (sign) => [withHeader(sign(), (header) => header.replace("OAuth ", 'OAuth realm="orders, all", '))],
  },
  {
    id: "header-spacing-or-case-rejected",
    fault: "header-spacing-or-case-rejected",
    wrong: "It requires one space after each comma, and the scheme spelled OAuth.",
    steps: () => ({
      readHeader: (header, stages) => {
        if (!/^OAuth (?:[^\s,]+="[^"]*"(?:, |$))+$/.test(header)) throw new Rejection("the header looks strange");
        return parseAuthorizationHeader(header, stages);
      },
    }),
    last: "rejected",
    requests: (sign) => [withHeader(sign(), (header) => header.replace("OAuth", "oauth").replaceAll(", ", " ,"))],
  },
  {
    id: "malformed-header-crashes",
    fault: "malformed-header-crashes",
    wrong: "It answers a header that it cannot read with status 500, because nothing catches the error.",
    steps: () => ({
      answerTo: (error) => {
        if (error instanceof Rejection) return REJECTED;
        throw error;
      },
    }),
    last: "crashed",
    requests: (sign) => [withHeader(sign(), () => "OAuth oauth_consumer_key")],
  },
];

const text = (octets: Uint8Array): string => Buffer.from(octets).toString("latin1");

const withNonce = (oauth_nonce: string): { protocol: Record<string, string> } => ({ protocol: { oauth_nonce } });

type Sent = ReturnType<Sign>;

function withHeader(request: Sent, change: (header: string) => string): Sent {
  return {
    ...request,
    headers: { ...request.headers, authorization: change(request.headers.authorization as string) },
  };
}
