/** Further faults of collecting parameters: some left out, added, changed or signed twice (RFC 5849 3.4.1.3.1). */

import { type Parameter, type ParameterSources, sameOctets, validUtf8Text } from "../model/index.ts";
import { base64Text, digest, type HashName } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { nameOfHash } from "./signature-changes.ts";
import { changeParameters, dropParameters, isProtocol, replaceStage, unsentParameter } from "./stage-changes.ts";
import { get, post, withProtocol } from "./trigger-requests.ts";

type One = Parameter<Uint8Array>;

const isNamed = (name: string) => (one: One) => sameOctets(one.name, name);
const nameMatches = (pattern: RegExp) => (one: One) => pattern.test(validUtf8Text(one.name) ?? "");
const isOwn = (one: One): boolean => !isProtocol(one);
const hasForm = ({ body }: ParameterSources): boolean =>
  body.some(([name, value]) => isOwn({ name, value, origin: "body" }));
const methodOf = ({ request }: ParameterSources): string => (request?.method ?? "").toUpperCase();

/** Leaves out one of the application's own parameters by its place among those that match. */
const dropAt = (at: number, isCounted: (one: One) => boolean): StageChange =>
  changeParameters((parameters) => {
    const dropped = parameters.filter(isCounted).at(at);
    return parameters.filter((one) => one !== dropped);
  });

/** Signs parameters that match once more. */
const repeat = (isRepeated: (one: One) => boolean): StageChange =>
  changeParameters((parameters) => [...parameters, ...parameters.filter(isRepeated)]);

/** Signs a parameter that the request does not contain, unless it contains one with this name. */
const add = (name: string, value: string): StageChange =>
  changeParameters((parameters) =>
    parameters.some(isNamed(name)) ? parameters : [...parameters, unsentParameter(name, value)],
  );

/** Signs an oauth_body_hash that the request does not contain. */
const addBodyHash = (hash: HashName, isForm: boolean): StageChange =>
  replaceStage("collectParameters", (collect, sources, all) => {
    const parameters = collect(sources, all);
    const form = sources.body.filter(([name, value]) => isOwn({ name, value, origin: "body" }));
    const body = isForm && form.length > 0 ? all.encodeForm(form, all) : sources.request?.body;
    if (body === undefined || parameters.some(isNamed("oauth_body_hash"))) return parameters;
    return [...parameters, unsentParameter("oauth_body_hash", base64Text(digest(hash, body)))];
  });
const signsBodyHash = (hash: HashName): Form[] => [
  [
    `The client signs the ${nameOfHash(hash)} of the body as oauth_body_hash, which it does not send.`,
    addBodyHash(hash, false),
  ],
  [
    `The client signs the ${nameOfHash(hash)} of the form as oauth_body_hash, which it does not send.`,
    addBodyHash(hash, true),
  ],
];

const leftOut = (name: string): Form => [
  `The client does not sign ${name}.`,
  dropParameters(isNamed(name)),
  ["extra-oauth-params-not-signed", "version-sent-not-signed", "empty-token-sent-not-signed"],
];
const signsUnsent = (name: string, value: string): Form => [
  `The client signs ${name}=${value}, which it does not send.`,
  add(name, value),
];

const SIGN_ALL = {
  text: "Sign every parameter of the query, the form and the header, except oauth_signature and realm.",
};
const SIGN_SENT = { text: "Sign exactly the parameters that you send." };
const PROTOCOL = ["token", "nonce", "timestamp", "consumer_key", "signature_method", "version", "callback", "verifier"];

export const FURTHER_COLLECTION_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    { id: "group-left-out", title: "A group of parameters not signed", trigger: post([["b", "2"]]), fix: SIGN_ALL },
    [
      [
        "The client signs only the protocol parameters.",
        dropParameters(isOwn),
        ["query-left-out", "form-body-left-out"],
      ],
      ["The client signs only its own parameters, not the protocol parameters.", dropParameters(isProtocol)],
      ["The client signs no parameters.", dropParameters(() => true), ["base-string-part-missing"]],
      [
        "The client does not sign the query if there is a form.",
        dropParameters((one, sources) => one.origin === "query" && hasForm(sources)),
        ["query-left-out"],
      ],
      [
        "The client does not sign the form if there is a query.",
        dropParameters((one, { query }) => one.origin === "body" && isOwn(one) && query.length > 0),
        ["form-body-left-out"],
      ],
      [
        "The client signs the query only if the method is GET.",
        dropParameters((one, sources) => one.origin === "query" && methodOf(sources) !== "GET"),
        ["query-left-out"],
      ],
      [
        "The client does not sign the query if the method is GET.",
        dropParameters((one, sources) => one.origin === "query" && methodOf(sources) === "GET"),
        ["query-left-out"],
      ],
      [
        "The client does not sign the query if the method is DELETE.",
        dropParameters((one, sources) => one.origin === "query" && methodOf(sources) === "DELETE"),
        ["query-left-out"],
      ],
    ],
  ),
  faultInForms(
    {
      id: "protocol-parameter-left-out",
      title: "A protocol parameter not signed",
      trigger: get("/r", withProtocol(["oauth_token", "t"])),
      fix: SIGN_ALL,
    },
    [
      ...PROTOCOL.map((name) => leftOut(`oauth_${name}`)),
      leftOut("oauth_body_hash"),
      leftOut("oauth_consumer_secret"),
      leftOut("oauth_token_secret"),
      [
        "The client does not sign oauth_nonce and oauth_timestamp.",
        dropParameters(nameMatches(/^oauth_(?:nonce|timestamp)$/)),
      ],
      [
        "The client does not sign oauth_version and oauth_signature_method.",
        dropParameters(nameMatches(/^oauth_(?:version|signature_method)$/)),
      ],
    ],
  ),
  faultInForms(
    { id: "parameter-lost", title: "A single parameter not signed", trigger: get("/r?a=1&b=2"), fix: SIGN_ALL },
    comprising(
      ["duplicate-last-wins", "duplicate-first-wins", "query-split-wrongly", "query-left-out"],
      [
        [
          "The client does not sign the first of its own parameters.",
          dropAt(0, isOwn),
          ["query-left-out", "form-body-left-out", "group-left-out"],
        ],
        [
          "The client does not sign the last of its own parameters.",
          dropAt(-1, isOwn),
          ["query-left-out", "form-body-left-out", "group-left-out"],
        ],
        [
          "The client signs only the first parameter of the query.",
          changeParameters((all) =>
            all.filter((one) => one.origin !== "query" || one === all.find(({ origin }) => origin === "query")),
          ),
        ],
        [
          "The client does not sign parameters whose values are not ASCII.",
          dropParameters((one) => isOwn(one) && one.value.some((octet) => octet > 0x7f)),
        ],
        [
          "The client does not sign parameters whose names are repeated.",
          changeParameters((all) =>
            all.filter((one) => isProtocol(one) || all.filter(({ name }) => sameOctets(name, one.name)).length === 1),
          ),
        ],
        [
          "The client does not sign a parameter whose value another one before it has, as with PHP array_unique.",
          changeParameters((all) =>
            all.filter(
              (one, at) => isProtocol(one) || all.findIndex(({ value }) => sameOctets(value, one.value)) === at,
            ),
          ),
          ["identical-pairs-deduplicated", "duplicate-first-wins"],
        ],
        ["The client does not sign parameters with [ in their names.", dropParameters(nameMatches(/\[/))],
        [
          "The client does not sign parameters whose names begin with oauth, such as oauthMode.",
          dropParameters((one) => isOwn(one) && nameMatches(/^oauth/i)(one)),
        ],
        [
          "The client does not sign parameters of query and form whose names begin with oauth_.",
          dropParameters((one) => isProtocol(one) && one.origin !== "header"),
        ],
        ["The client does not sign parameters whose names begin with _.", dropParameters(nameMatches(/^_/))],
        ["The client does not sign parameters whose names begin with x_.", dropParameters(nameMatches(/^x_/))],
        ["The client does not sign parameters with an empty name.", dropParameters((one) => one.name.length === 0)],
        [
          "The client does not sign the parameters format and callback.",
          dropParameters(nameMatches(/^(?:format|callback)$/)),
        ],
        [
          "The client does not sign parameters with empty, null or undefined values.",
          dropParameters((one) => isOwn(one) && /^(?:null|undefined|None)?$/.test(validUtf8Text(one.value) ?? "-")),
          ["empty-value-dropped"],
        ],
        [
          "The client does not sign values of white space.",
          dropParameters((one) => isOwn(one) && /^\s*$/.test(validUtf8Text(one.value) ?? "-")),
          ["empty-value-dropped", "values-trimmed"],
        ],
      ],
    ),
  ),
  faultInForms(
    { id: "parameters-signed-twice", title: "Parameters signed twice", trigger: get("/r?a=1"), fix: SIGN_SENT },
    [
      ["The client signs the parameters of the query twice.", repeat(({ origin }) => origin === "query")],
      ["The client signs the parameters of the form twice.", repeat((one) => one.origin === "body" && isOwn(one))],
      ["The client signs its own parameters twice.", repeat(isOwn)],
      ["The client signs the protocol parameters twice.", repeat(isProtocol)],
      ["The client signs all parameters twice.", repeat(() => true)],
    ],
  ),
  faultInForms({ id: "unsent-parameter-signed", title: "A parameter signed but not sent", fix: SIGN_SENT }, [
    signsUnsent("oauth_callback", "oob"),
    ...["1.0a", "1.0A", "1", "2.0"].map((version) => signsUnsent("oauth_version", version)),
    ...["undefined", "null", "None", "nil"].flatMap((word) =>
      ["token", "callback", "verifier", "signature", "body_hash"].map((name) => signsUnsent(`oauth_${name}`, word)),
    ),
    signsUnsent("oauth_body_hash", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
    signsUnsent("oauth_body_hash", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ...(["sha1", "sha256", "sha512", "md5"] as const).flatMap(signsBodyHash),
    ...["version", "nonce", "timestamp", "signature_method", "consumer_key", "verifier", "body_hash"].map((name) =>
      signsUnsent(`oauth_${name}`, ""),
    ),
    ...["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"].map((name) => signsUnsent("oauth_signature_method", name)),
    signsUnsent("oauth_session_handle", ""),
    signsUnsent("realm", ""),
    [
      "The client signs an empty pair at the end.",
      changeParameters((all) => [...all, unsentParameter("", "")]),
      ["empty-pair-signed"],
    ],
    [
      "The client signs empty oauth_token and oauth_verifier, which it does not send.",
      (stages) => add("oauth_verifier", "")(add("oauth_token", "")(stages)),
      ["empty-token-signed-not-sent"],
    ],
  ]),
];
