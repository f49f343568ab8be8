/** Bodies: which are forms, which the signature covers, and what a body hash is worth (RFC 5849 3.4.1.3.1). */

import { bodyHashOf, type SignatureMethod, specification } from "../../model/index.ts";
import { utf8Octets } from "../../platform/index.ts";
import type { CaseGroup, ReceivedCase } from "./case.ts";
import { changing, fields } from "./changes.ts";
import { type Draft, FORM_TYPE, isForm, joinPairs, protocolValue } from "./draft.ts";
import { unusedPair } from "./unused-names.ts";
import { BANK } from "./vector-clients.ts";

const FORM = "rfc5849-3.4.1.3.1-3";
const JSON_TYPE = "application/json";
const JSON_TEXT = '{"amount":"10.42"}';
const PAIRS = "amount=10.42&note=a+b";
const PARSED = { layer: "parse", rule: FORM } as const;
const MISMATCH = { layer: "signature", rule: FORM, refuse: "signature-mismatch" } as const;
const HASH = { layer: "body-hash", rule: "body-hash-3.2-2" } as const;
const OPTIONAL = { layer: "body-hash", rule: "body-hash-3.2-3" } as const;
const RSA = { ofVector: { by: BANK } } as const;
const CHARSET = "content-type-with-charset-missed";
const SUBSTRING = "content-type-matched-by-substring";
const COLLECTED = "non-form-body-collected";
const NOT_COMPARED = "body-hash-not-compared";
const UNQUOTED = "HTTP requires quotes around a parameter value with a slash";
const FIRST = "a server may always use the first header";

const json = (text: string = JSON_TEXT) => ({ body: { text, type: JSON_TYPE } });
const other = (type: string | undefined) => ({ body: { text: PAIRS, type } });
const typed = (contentType: string | undefined) => changing({ contentType });
const withBody = (body: string) => changing({ body });

/** The hash of a text, by the signature method of the request or by another algorithm. */
const hashOf = (
  text: string,
  draft: Draft,
  hash = bodyHashOf(protocolValue(draft, "oauth_signature_method") as SignatureMethod),
): string => specification.bodyHash(utf8Octets(text), hash);
/** A hash of the body in the protocol parameters. */
const hashed = (make = (hash: string, _draft: Draft) => hash, text = JSON_TEXT): Pick<ReceivedCase, "protocol"> => ({
  protocol: (draft) => ({ oauth_body_hash: make(hashOf(text, draft), draft) }),
});
/** Adds a body to a request without one. */
const addedBody =
  (contentType: string | undefined, body: string) =>
  (draft: Draft): Draft =>
    isForm(draft) ? draft : { ...draft, contentType, body };
/** Adds a form; not to GET and HEAD, whose bodies servers may drop. */
const addedForm = (draft: Draft): Draft =>
  isForm(draft) || /^(?:GET|HEAD)$/.test(draft.method)
    ? draft
    : { ...draft, contentType: FORM_TYPE, body: joinPairs(draft.body, unusedPair(draft)) };

export const BODIES: readonly CaseGroup[] = [
  {
    ...PARSED,
    form: PAIRS,
    check: {
      id: "form-media-type",
      title: "form whose media type is written in another way",
      means: "The server does not recognise the form, and rejects valid requests.",
    },
    cases: {
      charset: { vector: "bodies/1", contentType: `${FORM_TYPE}; charset=UTF-8`, finds: CHARSET },
      "charset-without-space": { vector: "bodies/2", contentType: `${FORM_TYPE};charset=utf-8`, finds: CHARSET },
      "charset-in-quotes": { vector: "bodies/3", contentType: `${FORM_TYPE}; charset="utf-8"`, finds: CHARSET },
      "charset-latin-1": {
        vector: "bodies/4",
        contentType: `${FORM_TYPE}; charset=ISO-8859-1`,
        isOpenForProbe: true,
        finds: CHARSET,
      },
      "space-before-the-semicolon": { vector: "bodies/5", contentType: `${FORM_TYPE} ; charset=UTF-8`, finds: CHARSET },
      "upper-case": {
        vector: "bodies/6",
        contentType: "Application/X-WWW-Form-URLEncoded",
        finds: "content-type-name-case-missed",
      },
      "spaces-around": { vector: "bodies/7", contentType: ` ${FORM_TYPE} `, finds: "content-type-name-case-missed" },
      "semicolon-at-the-end": {
        vector: "bodies/8",
        contentType: `${FORM_TYPE};`,
        isOpenForProbe: true,
        finds: CHARSET,
      },
    },
    vectors: {
      "bodies/9": {
        words: "form with charset ISO-8859-1: the bytes are signed, not the characters",
        rule: "rfc5849-3.6-1",
        form: "name=Jos%E9",
        contentType: `${FORM_TYPE}; charset=ISO-8859-1`,
        finds: "server-decodes-octets-one-by-one",
      },
      "bodies/10": {
        words: "form with charset ISO-8859-1, but é is sent as UTF-8",
        ...MISMATCH,
        form: ["name=Jos%E9", "name=Jos%C3%A9"],
        contentType: `${FORM_TYPE}; charset=ISO-8859-1`,
        finds: "body-charset-differs",
      },
    },
  },
  {
    ...MISMATCH,
    form: PAIRS,
    finds: SUBSTRING,
    check: {
      id: "form-in-name-only",
      title: "body that is signed as a form but is not one",
      means: "The server treats a body as a form although the application does not read it as a form.",
    },
    cases: {
      "media-type-as-a-boundary-in-quotes": {
        vector: "bodies/16",
        sent: typed(`multipart/form-data; boundary="${FORM_TYPE}"`),
      },
      "media-type-in-a-parameter": { vector: "bodies/17", sent: typed(`text/plain; note="${FORM_TYPE}"`) },
      "longer-media-type": { vector: "bodies/18", sent: typed(`${FORM_TYPE}-not`) },
      "media-type-with-a-prefix": { vector: "bodies/19", sent: typed(`x-${FORM_TYPE}`) },
      "json-with-a-profile": { vector: "bodies/20", sent: typed(`application/json; profile="${FORM_TYPE}"`) },
      "media-type-as-a-boundary": {
        vector: "bodies/23",
        sent: typed(`multipart/form-data; boundary=${FORM_TYPE}`),
        alsoAcceptable: "body-malformed",
      },
      "json-with-an-unquoted-profile": {
        vector: "bodies/24",
        sent: typed(`application/json; profile=${FORM_TYPE}`),
        alsoAcceptable: "body-malformed",
      },
      "two-media-types": {
        vector: "bodies/25",
        layer: "parse",
        refuse: "body-malformed",
        alsoAcceptable: "signature-mismatch",
        sent: typed(`text/plain, ${FORM_TYPE}`),
        isOpenForProbe: true,
      },
      "text-plain": {
        vector: "tampering/57",
        rule: "rfc5849-3.2-1",
        ofVector: { form: "amount=10.42&currency=EUR&description=Two+cups" },
        sent: typed("text/plain"),
        finds: "content-type-set-after-signing",
      },
    },
  },
  {
    ...MISMATCH,
    check: {
      id: "json-signed-as-parameters",
      title: "members of a JSON body signed as parameters",
      means: "The server signs the body as its framework parsed it, so clients that follow RFC 5849 fail.",
    },
    cases: {
      "one-member": {
        ...json('{"probe":"1"}'),
        signed: changing({ contentType: FORM_TYPE, body: "probe=1" }),
      },
    },
  },
  {
    ...HASH,
    refuse: "body-hash-mismatch",
    finds: NOT_COMPARED,
    ...json(),
    ...hashed(),
    ifAccepted: { ...json(), ...hashed() },
    check: {
      id: "body-hash-wrong",
      title: "body that does not match oauth_body_hash",
      byMethod: true,
      means:
        "The signature covers a hash of the body, but the server does not compare the body with it, so the body can be changed.",
    },
    cases: {
      "value-changed": { vector: "bodies/52", sent: withBody('{"amount":"99.42"}') },
      "line-feed-added": { vector: "bodies/55", sent: withBody(`${JSON_TEXT}\n`) },
      respelled: {
        vector: "bodies/54",
        sent: withBody('{"amount": "10.42"}'),
        finds: [NOT_COMPARED, "body-hash-of-other-bytes"],
      },
      removed: { vector: "bodies/56", sent: withBody("") },
      "empty-hash": { vector: "bodies/59", ...hashed(() => ""), alsoAcceptable: "body-hash-missing" },
      "hash-of-nothing": hashed(undefined, ""),
      "in-hexadecimal": { vector: "bodies/60", ...hashed((hash) => Buffer.from(hash, "base64").toString("hex")) },
      "without-padding": { vector: "bodies/61", ...hashed((hash) => hash.replace("=", "")) },
      "body-and-hash-changed": {
        vector: "bodies/63",
        layer: "signature",
        refuse: "signature-mismatch",
        finds: undefined,
        sent: (draft) => ({
          ...draft,
          body: "{}",
          protocol: draft.protocol.map(
            ([name, value]) => [name, name === "oauth_body_hash" ? hashOf("{}", draft) : value] as const,
          ),
        }),
      },
    },
  },
  {
    ...OPTIONAL,
    isOpenForProbe: true,
    refuse: "body-hash-missing",
    check: {
      id: "unsigned-body",
      title: "body that the signature does not cover",
      means:
        "RFC 5849 signs only bodies that are forms: someone who sees a request can change or add any other body, and the application gets it.",
    },
    cases: {
      "json-added": { sent: addedBody(JSON_TYPE, JSON_TEXT) },
      "text-added": { sent: addedBody("text/plain", "probe") },
      "added-without-a-media-type": { sent: addedBody(undefined, "probe=1") },
      "json-signed-without-its-hash": {
        vector: "bodies/69",
        ...json(),
        ...OPTIONAL,
        refuse: "body-hash-missing",
        finds: "body-hash-not-required",
        server: { requireBodyHash: true },
      },
    },
  },
  {
    ...MISMATCH,
    form: PAIRS,
    check: {
      id: "media-type-changed",
      title: "media type of a form changed after signing",
      rule: "rfc5849-3.2-1",
      means: "The media type decides whether a body is a form, and the server ignores it.",
    },
    cases: {
      "form-sent-as-json": { sent: typed(JSON_TYPE) },
      "form-sent-without-a-media-type": { vector: "bodies/29", sent: typed(undefined) },
    },
  },
  {
    ...MISMATCH,
    check: {
      id: "form-added",
      title: "form added to a request without one",
      means: "The signature does not cover the form of such a request, and the application may read it.",
    },
    cases: {
      "to-the-good-request": { sent: addedForm },
    },
  },
  {
    ...PARSED,
    vectors: {
      "bodies/11": {
        words: String.raw`not a form: "multipart/form-data; boundary=\"application/x-www-form-urlencoded\""`,
        ...other(`multipart/form-data; boundary="${FORM_TYPE}"`),
        finds: SUBSTRING,
      },
      "bodies/12": {
        words: String.raw`not a form: "text/plain; note=\"application/x-www-form-urlencoded\""`,
        ...other(`text/plain; note="${FORM_TYPE}"`),
        finds: SUBSTRING,
      },
      "bodies/13": {
        words: 'not a form: "application/x-www-form-urlencoded-not"',
        ...other(`${FORM_TYPE}-not`),
        finds: SUBSTRING,
      },
      "bodies/14": {
        words: 'not a form: "x-application/x-www-form-urlencoded"',
        ...other(`x-${FORM_TYPE}`),
        finds: SUBSTRING,
      },
      "bodies/15": {
        words: String.raw`not a form: "application/json; profile=\"application/x-www-form-urlencoded\""`,
        ...other(`application/json; profile="${FORM_TYPE}"`),
        finds: SUBSTRING,
      },
      "bodies/21": {
        words:
          'not a form, parameter value not quoted: "multipart/form-data; boundary=application/x-www-form-urlencoded"',
        ...other(`multipart/form-data; boundary=${FORM_TYPE}`),
        mayRefuse: UNQUOTED,
        finds: SUBSTRING,
      },
      "bodies/22": {
        words: 'not a form, parameter value not quoted: "application/json; profile=application/x-www-form-urlencoded"',
        ...other(`application/json; profile=${FORM_TYPE}`),
        mayRefuse: UNQUOTED,
        finds: SUBSTRING,
      },
      "bodies/26": {
        words: "two Content-Type headers, the first is a form",
        form: PAIRS,
        ...fields(["Content-Type", "text/plain"]),
        refuse: "body-malformed",
        alsoAcceptable: "signature-mismatch",
        mayAccept: FIRST,
      },
      "bodies/27": {
        words: "two Content-Type headers, the last is a form",
        ...other("text/plain"),
        ...fields(["Content-Type", FORM_TYPE]),
        refuse: "body-malformed",
        alsoAcceptable: "signature-mismatch",
        mayAccept: FIRST,
      },
      "bodies/28": {
        words: "no Content-Type: the body is not a form, although it looks like one",
        ...other(undefined),
      },
      "bodies/30": { words: "JSON body", ...json(), finds: COLLECTED },
      "bodies/31": { words: "JSON body, signed with RSA", ...RSA, ...json(), finds: COLLECTED },
      "bodies/32": {
        words: "JSON body, Content-Type changed to a form",
        ...MISMATCH,
        ...json(),
        sent: typed(FORM_TYPE),
        finds: "form-content-type-forced",
      },
      "bodies/33": {
        words: "multipart body: its parts are not collected",
        body: {
          text: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
          type: "multipart/form-data; boundary=b",
        },
        finds: COLLECTED,
      },
      "bodies/34": { words: "form Content-Type without a body", body: { text: "", type: FORM_TYPE } },
    },
    computed: ["PUT", "PATCH", "DELETE", "GET", "REPORT"].map((method, index) => ({
      vector: `bodies/${35 + index}`,
      words: `form body of a ${method} request`,
      method,
      form: "a=1",
      finds: "form-body-of-other-methods-uncovered",
    })),
  },
  {
    ...HASH,
    vectors: {
      "bodies/45": { words: "hash of a JSON body", ...json(), ...hashed() },
      "bodies/47": { words: "hash of an empty body", body: { text: "", type: undefined }, ...hashed(undefined, "") },
      "bodies/64": {
        words: "hash of a form body, which does not need one",
        form: "a=1",
        ...hashed(undefined, "a=1"),
        mayRefuse: "the draft forbids the hash for a form body",
        finds: "body-hash-with-form-body",
      },
      "bodies/67": {
        words: "JSON body without a hash, none required: the body is not protected",
        ...OPTIONAL,
        method: "PUT",
        ...json(),
      },
      "bodies/68": {
        words: "JSON body changed, no hash required: the change is not detected",
        ...OPTIONAL,
        ...json(),
        sent: withBody("{}"),
        mayRefuse: "a server may always require the hash",
      },
    },
  },
];
