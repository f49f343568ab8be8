/**
 * Faults of the body: forms that are not signed, and signed bodies that are no form (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import { type Parameter, type ParameterSources, toText } from "../model/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { collected, isProtocol, parameterOf, without } from "./parameters.ts";
import { post, postBody } from "./requests.ts";

const FORM = "application/x-www-form-urlencoded";

/** Does not sign the form of some requests. */
function formLeftOut(when: (request: NonNullable<ParameterSources["request"]>) => boolean): Apply {
  return without((parameter, { request }) => parameter.origin === "body" && !isProtocol(parameter) && when(request!));
}

/** Signs something of a body that is no form. */
function bodySigned(read: (body: string, contentType: string) => readonly (readonly [string, string])[]): Apply {
  return collected((parameters, { request }) => {
    const { body = "", headers = [] } = request ?? {};
    const added = body === "" ? [] : read(body, contentTypeOf(headers)?.[1] ?? "");
    return [...parameters, ...added.map(([name, value]): Parameter<Uint8Array> => parameterOf(name, value))];
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
  if (!/^multipart\/form-data/i.test(contentType) || boundary === undefined) return [];
  const field = /^\r\n[\s\S]*?\bname="([^"]*)"(?![\s\S]*\bfilename=)[\s\S]*?\r\n\r\n([\s\S]*)\r\n$/;
  return body.split(`--${boundary}`).flatMap((part) => {
    const match = field.exec(part);
    return match === null ? [] : [[match[1]!, match[2]!]];
  });
}

const NO_FORM = { text: "Sign parameters of a body only where its Content-Type is application/x-www-form-urlencoded." };
const MULTIPART = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--x--\r\n';

/** See the module. */
export const BODY: readonly Fault[] = [
  {
    id: "form-body-left-out",
    title: "Form body not signed",
    what: "The parameters of a form-encoded body are not collected.",
    stage: "collectParameters",
    trigger: post([["b", "2"]]),
    fix: { text: "Give the signer the pairs of the form too." },
    evidence: [
      "https://github.com/Kong/insomnia/issues/1854",
      "https://github.com/scribejava/scribejava/issues/286",
      "https://github.com/postmanlabs/postman-app-support/issues/1838",
      "https://github.com/osmlab/osm-auth/issues/9",
      "https://github.com/chao/RESTClient/issues/18",
    ],
    apply: formLeftOut(() => true),
  },
  {
    id: "non-post-form-body-left-out",
    title: "Form body signed for POST alone",
    what: "The form is signed where the method is POST, and forgotten with PUT, PATCH, DELETE and the others.",
    stage: "collectParameters",
    trigger: post([["b", "2"]], { method: "PUT" }),
    fix: { text: "Ask for the Content-Type, not for the method." },
    evidence: [
      "https://github.com/chao/RESTClient/pull/31",
      "https://github.com/eclipse-ee4j/jersey/issues/3125",
      "https://github.com/javaee/jersey/pull/160",
      "https://github.com/twitter/joauth/pull/11",
    ],
    apply: formLeftOut(({ method }) => method.toUpperCase() !== "POST"),
    also: [formLeftOut(({ method }) => !/^(?:POST|PUT)$/i.test(method))],
  },
  {
    id: "content-type-with-charset-missed",
    title: "Form missed where Content-Type has parameters",
    what: "The whole Content-Type is compared with the media type, so a charset behind it makes the form look like something else.",
    stage: "collectParameters",
    trigger: post([["b", "2"]], { headers: [["Content-Type", `${FORM}; charset=UTF-8`]] }),
    fix: { text: "Cut Content-Type at its first ; before comparing, and ignore case." },
    evidence: ["https://github.com/rdio/api/issues/11", "https://github.com/mrjones/oauth/blob/HEAD/oauth.go"],
    apply: formLeftOut(({ headers }) => (contentTypeOf(headers)?.[1] ?? FORM) !== FORM),
  },
  {
    id: "content-type-name-case-missed",
    title: "Header name looked up in one spelling",
    what: "Content-Type is found under one spelling alone, so its case decides whether the form is signed.",
    stage: "collectParameters",
    trigger: post([["b", "2"]], { headers: [["content-type", FORM]] }),
    fix: { text: "Compare names of headers without regard to case." },
    evidence: ["https://github.com/request/request/issues/499"],
    apply: formLeftOut(({ headers }) => (contentTypeOf(headers)?.[0] ?? "Content-Type") !== "Content-Type"),
    also: [formLeftOut(({ headers }) => (contentTypeOf(headers)?.[0] ?? "content-type") !== "content-type")],
  },
  {
    id: "json-body-as-params",
    title: "JSON members signed as parameters",
    what: "The members of a JSON body are signed although the body is no form.",
    stage: "collectParameters",
    trigger: postBody("application/json", '{"x":1}'),
    fix: NO_FORM,
    evidence: [
      "https://github.com/ddo/oauth-1.0a/issues/110",
      "https://github.com/ddo/oauth-1.0a/issues/60",
      "https://github.com/AFNetworking/AFOAuth1Client/pull/72",
      "https://github.com/Kong/mashape-oauth/pull/14",
    ],
    apply: bodySigned(jsonMembers),
  },
  {
    id: "string-body-exploded",
    title: "Body signed character by character",
    what: "A body given as text is walked through like a map, and each character becomes a parameter named by its index.",
    stage: "collectParameters",
    trigger: postBody("application/json", "{}"),
    fix: NO_FORM,
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: bodySigned((body) => body.split("").map((unit, index) => [String(index), unit])),
  },
  {
    id: "raw-body-split-as-form",
    title: "Any body split at & and =",
    what: "The body is read as a form whatever its type, so an = in XML or JSON changes the signature.",
    stage: "collectParameters",
    trigger: postBody("application/xml", '<a b="c"/>'),
    fix: NO_FORM,
    evidence: ["https://github.com/chao/RESTClient/issues/105"],
    apply: (stages) => ({
      ...stages,
      collectParameters: (sources, all) => [
        ...stages.collectParameters(sources, all),
        ...stages
          .decodeForm(sources.request?.body ?? "", all)
          .map(([name, value]): Parameter<Uint8Array> => parameterOf(toText(name), toText(value))),
      ],
    }),
  },
  {
    id: "multipart-fields-included",
    title: "Multipart fields signed",
    what: "The fields of a multipart/form-data body are signed, which RFC 5849 leaves out.",
    stage: "collectParameters",
    trigger: postBody("multipart/form-data; boundary=x", MULTIPART),
    fix: NO_FORM,
    evidence: [
      "https://github.com/zendframework/zf1/pull/244",
      "https://github.com/restsharp/RestSharp/pull/488",
      "https://github.com/sferik/twitter-ruby/pull/412",
      "https://github.com/AFNetworking/AFOAuth1Client/pull/68",
      "https://github.com/ruby-oauth/oauth/issues/5",
    ],
    apply: bodySigned(multipartFields),
  },
  {
    id: "form-content-type-forced",
    title: "Form Content-Type on a body that is no form",
    what: "The form's Content-Type is sent with JSON, so a server reads the text as parameters that were never signed.",
    stage: "collectParameters",
    trigger: post([['{"x":1}', ""]]),
    fix: { text: "Send the Content-Type that the body has." },
    evidence: [
      "https://github.com/ciaranj/node-oauth/issues/182",
      "https://github.com/rudolfolah/node-oauth-libre/pull/30",
    ],
    apply: (stages) => ({
      ...stages,
      collectParameters: (sources, all) => {
        const isJson = /^\s*[{[]/.test(toText(sources.body[0]?.[0] ?? new Uint8Array()));
        return stages.collectParameters(isJson ? { ...sources, body: [] } : sources, all);
      },
    }),
  },
];
