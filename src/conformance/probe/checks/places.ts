/** Protocol parameters: missing, repeated, in two places, and with values that no server may take (RFC 5849 3.1, 3.2 and 3.5). */

import {
  type Draft,
  encode,
  isForm,
  joinPairs,
  type Pair,
  protocolValue,
  withProtocol,
  write,
} from "../../cases/draft.ts";
import { type Case, type Check, type Good, open, rejects } from "../check.ts";
import { casesOf, editHeader, withForm } from "./changes.ts";

const REQUIRED = ["oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"] as const;

/** The value of a protocol parameter in another place than the others: the signature covers it, or it does not. */
function inTwoPlaces(good: Good, name: string, value: (draft: Draft) => string, other: "query" | "body"): Case {
  if (good.place === other) return "the protocol parameters are there anyway";
  if (other === "body" && !isForm(good.fresh())) return "the good request has no form";
  const add = (draft: Draft): Draft => ({
    ...draft,
    [other]: joinPairs(draft[other], `${name}=${encode(value(draft))}`),
  });
  const [signed, unsigned] = [good.fresh(), good.fresh()];
  return [rejects(good.signed(add(signed))), rejects(write(add(unsigned), good.sign(unsigned)))];
}

/** The draft with one more protocol parameter, behind the others or in front of them. */
function repeat(name: string, value: (draft: Draft) => string, where: "first" | "last"): (draft: Draft) => Draft {
  return (draft) => {
    const added: Pair = [name, value(draft)];
    return { ...draft, protocol: where === "first" ? [added, ...draft.protocol] : [...draft.protocol, added] };
  };
}

export const PLACES: readonly Check[] = [
  {
    id: "unsigned",
    title: "request without a signature",
    rule: "rfc5849-3.1-3",
    means: "The server does not ask for a signature.",
    noServerError: true,
    cases: (good) => ({
      "without-protocol-parameters": [rejects(write({ ...good.fresh(), protocol: [] }))],
      "without-signature": [rejects(write(good.fresh()))],
      "empty-signature": [rejects(write(good.fresh(), ""))],
      "other-scheme": [rejects(editHeader(() => "Bearer x")(write({ ...good.fresh(), place: "header" })))],
      "basic-scheme": [rejects(editHeader(() => "Basic eDp4")(write({ ...good.fresh(), place: "header" })))],
    }),
  },
  {
    id: "parameter-missing",
    title: "required protocol parameter missing",
    rule: "rfc5849-3.1-3",
    means: "The server goes on without a parameter that RFC 5849 requires.",
    everywhere: true,
    noServerError: true,
    cases: (good) => ({
      ...Object.fromEntries(
        REQUIRED.flatMap((name) => {
          const short = name.slice("oauth_".length).replaceAll("_", "-");
          const without = (draft: Draft): Draft => withProtocol(draft, { [name]: undefined });
          const draft = good.fresh();
          return [
            [`signed-without-${short}`, [rejects(good.signed(without(good.fresh())))]],
            [`${short}-removed`, [rejects(write(without(draft), good.sign(draft)))]],
            [`empty-${short}`, [rejects(good.signed(withProtocol(good.fresh(), { [name]: "" })))]],
            [`${short}-in-upper-case`, [rejects(good.signed(renamed(good.fresh(), name, name.toUpperCase())))]],
          ] as const;
        }),
      ),
    }),
  },
  {
    id: "parameter-repeated",
    title: "protocol parameter twice",
    rule: "rfc5849-3.1-1",
    means:
      "The server takes one of two values, and a program that reads the request before or after it may take the other one.",
    everywhere: true,
    noServerError: true,
    cases: (good) => {
      const values: Readonly<Record<string, (draft: Draft) => string>> = {
        oauth_nonce: () => protocolValue(good.fresh(), "oauth_nonce"),
        oauth_timestamp: (draft) => String(Number(protocolValue(draft, "oauth_timestamp")) + 1),
        oauth_consumer_key: () => "probe",
        oauth_signature_method: () => "PLAINTEXT",
        oauth_version: () => "1.0",
      };
      return Object.fromEntries(
        Object.entries(values).flatMap(([name, other]) => {
          const short = name.slice("oauth_".length).replaceAll("_", "-");
          const same = (draft: Draft): string => protocolValue(draft, name);
          const unsigned = good.fresh();
          return [
            [`other-${short}-last`, [rejects(good.signed(repeat(name, other, "last")(good.fresh())))]],
            [`other-${short}-first`, [rejects(good.signed(repeat(name, other, "first")(good.fresh())))]],
            [`same-${short}`, [rejects(good.signed(repeat(name, same, "last")(good.fresh())))]],
            [`unsigned-${short}-first`, [rejects(write(repeat(name, other, "first")(unsigned), good.sign(unsigned)))]],
          ] as const;
        }),
      );
    },
  },
  {
    id: "signature-repeated",
    title: "two signatures",
    rule: "rfc5849-3.1-1",
    means:
      "The server takes one of two signatures, and a program that reads the request before or after it may take the other one.",
    everywhere: true,
    cases: (good) => {
      const twice = (first: (right: string) => string, last: (right: string) => string): Case => {
        const draft = good.fresh();
        const right = good.sign(draft);
        return [
          rejects(write({ ...draft, protocol: [...draft.protocol, ["oauth_signature", first(right)]] }, last(right))),
        ];
      };
      const [right, wrong] = [(text: string) => text, () => "d3Jvbmc="];
      return {
        same: twice(right, right),
        "wrong-one-first": twice(wrong, right),
        "wrong-one-last": twice(right, wrong),
      };
    },
  },
  {
    id: "two-places",
    title: "protocol parameters in two places",
    rule: "rfc5849-3.5-1",
    means: "The server mixes protocol parameters of two places, so one of them can be added by somebody else.",
    noServerError: true,
    cases: (good) => {
      const values: Readonly<Record<string, (draft: Draft) => string>> = {
        nonce: () => protocolValue(good.fresh(), "oauth_nonce"),
        consumer_key: () => "probe",
        timestamp: (draft) => String(Number(protocolValue(draft, "oauth_timestamp")) + 1),
        signature: () => "d3Jvbmc=",
        callback: () => "https://example.com/",
        token: () => "probe",
        version: () => "2.0",
        verifier: () => "probe",
      };
      return Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          (["query", "body"] as const).map((other) => [
            `${name.replaceAll("_", "-")}-in-${other}-too`,
            inTwoPlaces(good, `oauth_${name}`, value, other),
          ]),
        ),
      );
    },
  },
  {
    id: "unknown-parameter-in-two-places",
    title: "unknown oauth_ parameter in another place",
    rule: "rfc5849-3.5-1",
    means: "The signature does not cover a parameter whose name begins with oauth_, so it can be added.",
    cases: (good) => {
      const draft = good.fresh();
      const added = { ...draft, query: joinPairs(draft.query, "oauth_probe=1") };
      const signed = good.fresh();
      return {
        unsigned: [rejects(write(added, good.sign(draft)))],
        signed: [open(rejects(good.signed({ ...signed, query: joinPairs(signed.query, "oauth_probe=1") })))],
      };
    },
  },
  {
    id: "version",
    title: "oauth_version that is not 1.0",
    rule: "rfc5849-3.1-2",
    means: "The server accepts requests of another version of the protocol.",
    everywhere: true,
    cases: (good) =>
      casesOf(
        {
          "2-0": "2.0",
          "1-0a": "1.0a",
          "1": "1",
          "1-00": "1.00",
          "1-1": "1.1",
          "0": "0",
          empty: "",
          "space-1-0": " 1.0",
        },
        (version) => [rejects(good.signed(withProtocol(good.fresh(), { oauth_version: version })))],
      ),
  },
  {
    id: "no-version",
    title: "request without oauth_version",
    rule: "rfc5849-3.1-2",
    means: "The server requires oauth_version, which is optional, and rejects right requests without it.",
    everywhere: true,
    cases: (good) => ({
      "signed-without-version": [
        { send: [good.signed(withProtocol(good.fresh(), { oauth_version: undefined }))], accepted: 1 },
      ],
    }),
  },
  {
    id: "form-without-content-type",
    title: "protocol parameters in a body that is not a form",
    rule: "rfc5849-3.5.2-1",
    means: "The server reads protocol parameters from a body whose media type is not that of a form.",
    cases: (good) =>
      withForm(good, {
        "text-plain": (start) => {
          const draft = { ...start(good.fresh()), place: "body" as const };
          return [rejects(write({ ...draft, contentType: "text/plain" }, good.sign(draft)))];
        },
      }),
  },
];

function renamed(draft: Draft, from: string, to: string): Draft {
  return { ...draft, protocol: draft.protocol.map(([name, value]) => [name === from ? to : name, value]) };
}
