/** Bodies: which are forms, which are covered by the signature, and what a body hash is worth (RFC 5849 3.4.1.3.1). */

import { bodyHashOf, specification } from "../../../model/index.ts";
import { latin1Octets } from "../../../platform/index.ts";
import { type Draft, FORM_TYPE, isForm, withProtocol, write } from "../../cases/draft.ts";
import { NEEDS_HARMLESS } from "../../cases/make-request.ts";
import { type Case, type Check, type Good, offers, open, rejects } from "../check.ts";
import { addToForm, casesOf, withForm } from "./changes.ts";

const FORM = "rfc5849-3.4.1.3.1-3";
const JSON_TEXT = '{"probe":"1"}';

/** The good request with another body; not offered if its method would have to change. */
function withBody(good: Good, make: (start: (draft: Draft) => Draft) => Case): Case {
  const { method } = good.fresh();
  if (method === "GET" && !good.mayChangeMethod) return NEEDS_HARMLESS;
  return make((draft) => ({
    ...draft,
    method: method === "GET" ? "POST" : method,
    contentType: "application/json",
    body: JSON_TEXT,
  }));
}

export const BODIES: readonly Check[] = [
  {
    id: "form-media-type",
    title: "form whose media type is written in another way",
    rule: FORM,
    means: "The server does not see that the body is a form, and rejects right requests.",
    cases: (good) =>
      withForm(
        good,
        Object.fromEntries(
          Object.entries({
            charset: `${FORM_TYPE}; charset=UTF-8`,
            "charset-without-space": `${FORM_TYPE};charset=utf-8`,
            "upper-case": "Application/X-WWW-Form-URLEncoded",
          }).map(([name, contentType]) => [
            name,
            (start: (draft: Draft) => Draft): Case => [
              offers(good.signed(start(good.fresh()))),
              { send: [good.signed({ ...start(good.fresh()), contentType })], accepted: 1 },
            ],
          ]),
        ),
      ),
  },
  {
    id: "form-in-name-only",
    title: "body that is signed as a form, but is none",
    rule: FORM,
    means: "The server takes a body for a form that the application does not read as one.",
    cases: (good) =>
      withForm(
        good,
        Object.fromEntries(
          Object.entries({
            "media-type-in-a-parameter": `text/plain; note="${FORM_TYPE}"`,
            "media-type-as-a-boundary": `multipart/form-data; boundary=${FORM_TYPE}`,
            "longer-media-type": `${FORM_TYPE}-not`,
            "media-type-with-a-prefix": `x-${FORM_TYPE}`,
            "json-with-a-profile": `application/json; profile="${FORM_TYPE}"`,
            "text-plain": "text/plain",
          }).map(([name, contentType]) => [
            name,
            (start: (draft: Draft) => Draft): Case => {
              const draft = start(good.fresh());
              return [rejects(write({ ...draft, contentType }, good.sign(draft)))];
            },
          ]),
        ),
      ),
  },
  {
    id: "json-signed-as-parameters",
    title: "members of a JSON body signed as parameters",
    rule: FORM,
    means: "The server signs what its framework made of the body, so clients that follow RFC 5849 fail.",
    cases: (good) => ({
      "one-member": withBody(good, (start) => {
        const draft = start(good.fresh());
        const asForm = { ...draft, contentType: FORM_TYPE, body: "probe=1" };
        return [rejects(write(draft, good.sign(asForm)))];
      }),
    }),
  },
  {
    id: "body-hash-wrong",
    title: "body that is not the one of oauth_body_hash",
    rule: "body-hash-3.2-2",
    means: "The signature covers a hash of the body that the server never compares, so the body can be changed.",
    byMethod: true,
    cases: (good) => {
      const hash = bodyHashOf(good.key.method);
      const hashed = (draft: Draft): Draft =>
        withProtocol(draft, { oauth_body_hash: specification.bodyHash(latin1Octets(draft.body), hash) });
      const changes: Readonly<Record<string, string>> = {
        "value-changed": JSON_TEXT.replace("1", "2"),
        "line-feed-added": `${JSON_TEXT}\n`,
        respelled: JSON_TEXT.replace(":", ": "),
        removed: "",
      };
      const cases = casesOf(changes, (body) =>
        withBody(good, (start) => {
          const draft = hashed(start(good.fresh()));
          return [
            offers(good.signed(hashed(start(good.fresh())))),
            rejects(write({ ...draft, body }, good.sign(draft))),
          ];
        }),
      );
      const empty = (value: string): Case =>
        withBody(good, (start) => [
          offers(good.signed(hashed(start(good.fresh())))),
          rejects(good.signed(withProtocol(start(good.fresh()), { oauth_body_hash: value }))),
        ]);
      return { ...cases, "empty-hash": empty(""), "hash-of-nothing": empty("2jmj7l5rSw0yVb/vlWAYkK/YBwk=") };
    },
  },
  {
    id: "unsigned-body",
    title: "body that the signature does not cover",
    rule: "body-hash-3.2-3",
    means:
      "RFC 5849 signs no other body than a form: someone who sees a request can change or add this one, and the application gets it.",
    cases: (good) => {
      const add = (contentType: string | undefined, body: string): Case => {
        const draft = good.fresh();
        if (isForm(draft)) return "the good request has a form";
        return [open(rejects(write({ ...draft, contentType, body }, good.sign(draft))))];
      };
      return {
        "json-added": add("application/json", JSON_TEXT),
        "text-added": add("text/plain", "probe"),
        "added-without-a-media-type": add(undefined, "probe=1"),
        "json-signed-without-its-hash": withBody(good, (start) => [open(rejects(good.signed(start(good.fresh()))))]),
      };
    },
  },
  {
    id: "media-type-changed",
    title: "media type of a form changed after signing",
    rule: "rfc5849-3.2-1",
    means: "The media type decides what a body is, and the server does not look at it.",
    cases: (good) =>
      withForm(good, {
        "form-sent-as-json": (start) => {
          const draft = start(good.fresh());
          return [rejects(write({ ...draft, contentType: "application/json" }, good.sign(draft)))];
        },
        "form-sent-without-a-media-type": (start) => {
          const draft = start(good.fresh());
          return [rejects(write({ ...draft, contentType: undefined }, good.sign(draft)))];
        },
      }),
  },
  {
    id: "form-added",
    title: "form added to a request without one",
    rule: FORM,
    means: "The signature does not cover the form of such a request, and the application may read it.",
    cases: (good) => {
      const draft = good.fresh();
      if (isForm(draft)) return { "to-the-good-request": "the good request has a form" };
      // Many servers drop the body of such a request, and their applications do not get it either.
      if (/^(?:GET|HEAD)$/.test(draft.method))
        return { "to-the-good-request": "servers may drop the body of a GET request" };
      const added = addToForm("probe=1")({ ...draft, contentType: FORM_TYPE });
      return { "to-the-good-request": [rejects(write(added, good.sign(draft)))] };
    },
  },
];
