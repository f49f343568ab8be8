/** Reasons why a server may reject a request with a valid signature, and what to do. Each text is true of the request. */

import {
  type HttpRequest,
  headerValues,
  isForm,
  isProtocolParameter,
  type ParameterSources,
  readSentRequest,
  toText,
} from "../model/index.ts";
import { hasNoForm } from "./missing-body.ts";

interface Row {
  /** Permanent, in kebab case. */
  readonly id: string;
  /** The reason, and what to do; `undefined` if the request does not show it. */
  readonly shown: (sent: HttpRequest, sources: ParameterSources) => string | undefined;
}

const when = (isShown: boolean, text: string): string | undefined => (isShown ? text : undefined);
const namesIn = (pairs: ParameterSources["query"]): string[] => pairs.map(([name]) => toText(name));
const valueNamed = ({ query, header, body }: ParameterSources, name: string): string | undefined => {
  const found = [...header, ...query, ...body].find((pair) => toText(pair[0]) === name);
  return found && toText(found[1]);
};

const ROWS: readonly Row[] = [
  {
    id: "plus-for-space",
    shown: (sent) => {
      const [, query = ""] = /\?([^#]*)/.exec(sent.url) ?? [];
      const form = isForm(sent) ? toText(sent.body ?? new Uint8Array()) : "";
      const place = query.includes("+") ? "query" : "form";
      return when(
        query.includes("+") || form.includes("+"),
        `a + in the ${place} stands for a space, which some servers read as a +: send %20`,
      );
    },
  },
  {
    id: "double-slash",
    shown: ({ url }) =>
      when(
        /^https?:\/\/[^/?#]+\/\//i.test(url),
        "the path begins with //, which many servers and proxies read as /, so that they compute another base string: remove one /",
      ),
  },
  {
    id: "parameter-in-two-places",
    shown: (_, { query, body }) => {
      const inBody = namesIn(body);
      const name = namesIn(query).find((one) => !one.startsWith("oauth_") && inBody.includes(one));
      return when(
        name !== undefined,
        `${name} is in the query and in the body: RFC 5849 signs both, but many servers read only one; send it in one place`,
      );
    },
  },
  {
    id: "token-without-use",
    shown: (_, sources) => {
      const token = valueNamed(sources, "oauth_token");
      if (token === "") return "oauth_token is empty: some servers expect it to be absent if there is no token";
      return when(
        token !== undefined && token === valueNamed(sources, "oauth_consumer_key"),
        "oauth_token is the consumer key: if the service issues no tokens, leave it out",
      );
    },
  },
  {
    id: "content-type-missing",
    shown: (sent) =>
      when(
        /^[^\s=&{]+=/.test(toText(sent.body ?? new Uint8Array())) && headerValues(sent, "content-type").length === 0,
        "the request has a body, but no Content-Type: a server that takes it for a form adds its parameters to the base string; name its type",
      ),
  },
  {
    id: "form-missing",
    shown: (sent) =>
      when(
        hasNoForm(sent),
        "the Content-Type is that of a form, but there is no body: if the client sent a form, the signature does not cover it; add the body",
      ),
  },
  {
    id: "form-with-get",
    shown: (sent, { body }) =>
      when(
        /^(?:GET|HEAD)$/.test(sent.method) && body.some((pair) => !isProtocolParameter(pair)),
        `the form is in the body of a ${sent.method}, which many servers do not read: move its parameters to the query`,
      ),
  },
];

/** A remark on a request whose signature is valid. */
export interface RemarkOnValid {
  /** Permanent, in kebab case. */
  readonly id: string;
  /** May contain parts of the request. */
  readonly text: string;
}

/** The remarks on a request whose signature is valid. */
export function remarksOnValid(sent: HttpRequest, sources: ParameterSources): RemarkOnValid[] {
  return ROWS.flatMap(({ id, shown }) => {
    const text = shown(sent, sources);
    return text === undefined ? [] : [{ id, text }];
  });
}

/** The remarks on a request that a server accepted; none if only a server more tolerant than RFC 5849 can read the request. */
export function remarksOnAccepted(sent: HttpRequest): RemarkOnValid[] {
  try {
    return remarksOnValid(sent, readSentRequest(sent).sources);
  } catch {
    return [];
  }
}

/** Whether a notice is one of these remarks. */
export function isRemarkOnValid({ id }: Pick<RemarkOnValid, "id">): boolean {
  return ROWS.some((row) => row.id === id);
}
