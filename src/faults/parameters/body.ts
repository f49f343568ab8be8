/** Faults of the body: forms that are not signed, and bodies of other types that are signed (RFC 5849 3.4.1.3.1). */

import { type ParameterSources, toText } from "../../model/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { OAUTH_1_0A } from "../helpers/sources.ts";
import {
  changeParameters,
  dropParameters,
  isFrom,
  isOwn,
  replaceStage,
  unsentParameter,
} from "../helpers/stage-changes.ts";
import { post, postBody } from "../helpers/trigger-requests.ts";
import { spacedJson } from "../texts/value-notations.ts";

const FORM = "application/x-www-form-urlencoded";
const FORM_FIX = "Pass the pairs of the form to the signer too, in whichever case the name Content-Type is written.";

function ignoreFormIf(when: (request: NonNullable<ParameterSources["request"]>) => boolean): StageChange {
  return dropParameters(isFrom("body"), isOwn, (_, { request }) => when(request!));
}

/** Signs the parameters that `read` finds in a body that is not a form. */
function signBodyAs(read: (body: string, contentType: string) => readonly (readonly [string, string])[]): StageChange {
  return changeParameters((parameters, { request }) => {
    const { body = "", headers = [] } = request ?? {};
    const added = body === "" ? [] : read(body, contentTypeOf(headers)?.[1] ?? "");
    return [...parameters, ...added.map(([name, value]) => unsentParameter(name, value))];
  });
}

function contentTypeOf(headers: readonly (readonly [string, string])[] = []): readonly [string, string] | undefined {
  return headers.find(([name]) => name.toLowerCase() === "content-type");
}

function jsonMembers(body: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return [];
    const text = (member: unknown): string =>
      typeof member === "object" && member !== null ? JSON.stringify(member) : String(member);
    return Object.entries(value).map(([name, member]) => [name, text(member)]);
  } catch {
    return [];
  }
}

function multipartFields(body: string, contentType: string): [string, string][] {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  return body.split(`--${boundary}`).flatMap((part): [string, string][] => {
    // A body that was pasted has no carriage returns.
    const [, head = "", value = ""] = /^\r?\n(.*?)\r?\n\r?\n(.*?)\r?\n$/s.exec(part) ?? [];
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    return name === undefined || /\bfilename=/.test(head) ? [] : [[name, value]];
  });
}

const ONLY_FORMS = "Sign parameters of the body only if its Content-Type is application/x-www-form-urlencoded.";
const MULTIPART = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--x--\r\n';

/** Signs the members of a JSON body. */
const signMembers = (read: (name: string, member: unknown) => readonly (readonly [string, string])[]): StageChange =>
  signBodyAs((body) => {
    try {
      const json: unknown = /^\s*\{/.test(body) ? readNumbersAsText(body) : {};
      return Object.entries(json as object).flatMap(([name, member]) => read(name, member));
    } catch {
      return [];
    }
  });

/** Parses JSON, reading each number as its text after a NUL, so that 38.0 does not become 38. */
const readNumbersAsText = (json: string): unknown =>
  JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (piece) =>
      piece.startsWith('"') ? piece : `"\\u0000${piece}"`,
    ),
  );
const textOf = (json: string): string => (json.startsWith("\0") ? json.slice(1) : json);

const pythonJson = (json: unknown): string => spacedJson(JSON.stringify(json)).replace(/"\\u0000([^"]*)"/g, "$1");

/** Each text, number and boolean, with a name such as a[b] or a[0]. */
const flattened = (name: string, json: unknown): (readonly [string, string])[] =>
  typeof json !== "object" || json === null
    ? [[name, textOf(String(json ?? ""))]]
    : Object.entries(json).flatMap(([inner, member]) => flattened(`${name}[${inner}]`, member));

export const BODY_FAULTS: readonly FaultDefinition[] = [
  {
    id: "form-body-left-out",
    title: "Form body not signed",
    what: "The client does not sign the parameters of a form-encoded body, or does not find the Content-Type that says what it is.",
    trigger: post([["b", "2"]]),
    fix: FORM_FIX,
    evidence: [
      "Kong/insomnia#1854",
      "scribejava/scribejava#286",
      "postmanlabs/postman-app-support#1838",
      "osmlab/osm-auth#9",
      "chao/RESTClient#18",
    ],
    apply: ignoreFormIf(() => true),
  },
  {
    id: "non-post-form-body-left-out",
    title: "Form body signed only for POST",
    what: "The client signs the form only if the method is POST, and not for PUT, PATCH, DELETE or other methods.",
    trigger: post([["b", "2"]], { method: "PUT" }),
    fix: "Check the Content-Type, not the method.",
    evidence: ["chao/RESTClient#31", "eclipse-ee4j/jersey#3125", "javaee/jersey#160", "twitter/joauth#11"],
    apply: ignoreFormIf(({ method }) => method.toUpperCase() !== "POST"),
    variants: [
      { name: "post-and-put", apply: ignoreFormIf(({ method }) => !/^(?:POST|PUT)$/i.test(method)) },
      {
        name: "protocol-too",
        what: "The client signs the form, and protocol parameters in it, only for POST, PUT and PATCH.",
        apply: dropParameters(isFrom("body"), (_, { request }) => !/^(?:POST|PUT|PATCH)$/i.test(request!.method)),
      },
    ],
  },
  {
    id: "content-type-with-charset-missed",
    title: "Form not recognised if Content-Type has parameters",
    what: "The client compares the whole Content-Type with the media type, so it does not recognise a form if a charset follows.",
    trigger: post([["b", "2"]], { headers: [["Content-Type", `${FORM}; charset=UTF-8`]] }),
    fix: "Cut Content-Type at its first ; before comparing, and ignore case.",
    evidence: ["rdio/api#11", "https://github.com/mrjones/oauth/blob/HEAD/oauth.go"],
    apply: ignoreFormIf(({ headers }) => contentTypeOf(headers)?.[1].includes(";") === true),
  },
  {
    id: "content-type-name-case-missed",
    title: "Content-Type looked up in one spelling only",
    what: "The client finds Content-Type only in one spelling, so the case of the name decides whether the form is signed.",
    trigger: post([["b", "2"]], { headers: [["content-type", FORM]] }),
    fix: FORM_FIX,
    evidence: ["request/request#499"],
    apply: ignoreFormIf(({ headers }) => (contentTypeOf(headers)?.[0] ?? "Content-Type") !== "Content-Type"),
    variants: [
      {
        name: "capitals-only",
        apply: ignoreFormIf(({ headers }) => (contentTypeOf(headers)?.[0] ?? "content-type") !== "content-type"),
      },
    ],
  },
  {
    id: "json-body-as-params",
    title: "JSON members signed as parameters",
    what: "The client signs the members of a JSON body, although the body is not a form.",
    trigger: postBody("application/json", '{"x":1}'),
    fix: ONLY_FORMS,
    evidence: ["ddo/oauth-1.0a#110", "ddo/oauth-1.0a#60", "AFNetworking/AFOAuth1Client#72", "Kong/mashape-oauth#14"],
    apply: signBodyAs(jsonMembers),
  },
  {
    id: "string-body-exploded",
    title: "Body signed character by character",
    what: "The client iterates over a text body as if it were a map, and signs each character as a parameter named by its index.",
    trigger: postBody("application/json", "{}"),
    fix: ONLY_FORMS,
    evidence: [OAUTH_1_0A],
    apply: signBodyAs((body) => body.split("").map((unit, index) => [String(index), unit])),
  },
  {
    id: "raw-body-split-as-form",
    title: "Any body split at & and =",
    what: "The client parses the body as a form whatever its Content-Type, so an = in XML or JSON changes the signature.",
    trigger: postBody("application/xml", '<a b="c"/>'),
    fix: ONLY_FORMS,
    evidence: ["chao/RESTClient#105"],
    apply: (stages) => ({
      ...stages,
      collectParameters: (sources, all) => [
        ...stages.collectParameters(sources, all),
        ...stages
          .decodeForm(sources.request?.body ?? "", all)
          .map(([name, value]) => ({ name, value, origin: "header" as const })),
      ],
    }),
  },
  {
    id: "multipart-fields-included",
    title: "Multipart fields signed",
    what: "The client signs the fields of a multipart/form-data body; RFC 5849 does not sign them.",
    trigger: postBody("multipart/form-data; boundary=x", MULTIPART),
    fix: ONLY_FORMS,
    evidence: [
      "zendframework/zf1#244",
      "restsharp/RestSharp#488",
      "sferik/twitter-ruby#412",
      "AFNetworking/AFOAuth1Client#68",
      "ruby-oauth/oauth#5",
    ],
    apply: signBodyAs(multipartFields),
  },
  {
    id: "form-content-type-forced",
    title: "Form Content-Type on a body that is not a form",
    what: "The client sends JSON or XML with the Content-Type of a form, so the server reads parameters that the client did not sign.",
    trigger: post([['{"x":1}', ""]]),
    fix: "Send the Content-Type that matches the body.",
    evidence: ["ciaranj/node-oauth#182", "rudolfolah/node-oauth-libre#30"],
    isEvident: true,
    apply: replaceStage("collectParameters", (collect, sources, all) => {
      const isOther = /^\s*[{[<]/.test(toText(sources.body[0]?.[0] ?? new Uint8Array()));
      return collect(isOther ? { ...sources, body: [] } : sources, all);
    }),
  },
  {
    id: "body-as-parameter",
    title: "Body signed as a parameter",
    trigger: postBody("application/json", '{"x":1}'),
    fix: ONLY_FORMS,
    what: "The client signs the body as the name of a parameter without a value.",
    apply: signBodyAs((body) => [[body, ""]]),
    variants: [
      {
        name: "body",
        what: "The client signs the body as a parameter named body.",
        apply: signBodyAs((body) => [["body", body]]),
      },
    ],
  },
  {
    id: "json-body-flattened",
    title: "Nested JSON signed as parameters",
    trigger: postBody("application/json", '{"x":{"y":1}}'),
    fix: ONLY_FORMS,
    what: "The client signs nested members of a JSON body as a[b] and a[0].",
    apply: signMembers(flattened),
    variants: [
      {
        name: "json",
        what: "The client signs the members of a JSON body as parameters, lists and maps as JSON with spaces.",
        apply: signMembers((name, member) => [
          [name, typeof member === "string" ? textOf(member) : pythonJson(member)],
        ]),
      },
    ],
  },
];
