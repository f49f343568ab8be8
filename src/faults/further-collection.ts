/** Further faults of collecting parameters: some left out, added, changed or signed twice (RFC 5849 3.4.1.3.1). */

import { type Parameter, type ParameterSources, sameOctets } from "../model/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import {
  changeParameters,
  changeText,
  dropParameters,
  isProtocol,
  unsentParameter,
  utf8Text,
} from "./stage-changes.ts";
import { get, post, withProtocol } from "./trigger-requests.ts";

type One = Parameter<Uint8Array>;

const isNamed = (name: string) => (one: One) => sameOctets(one.name, name);
const nameMatches = (pattern: RegExp) => (one: One) => pattern.test(utf8Text(one.name) ?? "");
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

/** Signs another value of a protocol parameter than is sent. */
const signAs = (name: string, change: (value: string) => string): StageChange =>
  changeParameters((parameters) =>
    parameters.map((one) => (isNamed(name)(one) ? { ...one, value: changeText(one.value, change) } : one)),
  );

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
      ["The client signs no parameters.", dropParameters(() => true)],
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
        dropParameters((one) => isOwn(one) && /^(?:null|undefined|None)?$/.test(utf8Text(one.value) ?? "-")),
        ["empty-value-dropped"],
      ],
      [
        "The client does not sign values of white space.",
        dropParameters((one) => isOwn(one) && /^\s*$/.test(utf8Text(one.value) ?? "-")),
        ["empty-value-dropped", "values-trimmed"],
      ],
      [
        "The client signs no values with characters that are not ASCII.",
        dropParameters(({ value }) => value.some((octet) => octet > 0x7f)),
      ],
    ],
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
    signsUnsent("oauth_body_hash", ""),
    signsUnsent("oauth_body_hash", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
    signsUnsent("oauth_body_hash", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    signsUnsent("realm", ""),
    ["The client signs an empty pair at the end.", changeParameters((all) => [...all, unsentParameter("", "")])],
    [
      "The client signs empty oauth_token and oauth_verifier, which it does not send.",
      (stages) => add("oauth_verifier", "")(add("oauth_token", "")(stages)),
      ["empty-token-signed-not-sent"],
    ],
  ]),
  faultInForms(
    {
      id: "protocol-value-differs",
      title: "Other protocol values signed than sent",
      trigger: get("/r", withProtocol(["oauth_nonce", "aB"])),
      fix: SIGN_SENT,
    },
    [
      ["The client signs the nonce in lower case.", signAs("oauth_nonce", (nonce) => nonce.toLowerCase())],
      ["The client signs the nonce in upper case.", signAs("oauth_nonce", (nonce) => nonce.toUpperCase())],
      ["The client signs the nonce without = at its end.", signAs("oauth_nonce", (nonce) => nonce.replace(/=+$/, ""))],
      [
        "The client signs the nonce without punctuation.",
        signAs("oauth_nonce", (nonce) => nonce.replace(/[^A-Za-z0-9]/g, "")),
      ],
      ["The client signs an empty nonce.", signAs("oauth_nonce", () => "")],
      [
        "The client signs the timestamp in milliseconds but sends seconds.",
        signAs("oauth_timestamp", (seconds) => `${seconds}000`),
      ],
      [
        "The client signs the timestamp in seconds but sends milliseconds.",
        signAs("oauth_timestamp", (time) => (time.length > 10 ? time.slice(0, 10) : time)),
      ],
      ["The client signs the timestamp with a fraction of .0.", signAs("oauth_timestamp", (seconds) => `${seconds}.0`)],
      ["The client signs oauth_version=1.0a but sends another version.", signAs("oauth_version", () => "1.0a")],
      ["The client signs oauth_version=1.0 but sends another version.", signAs("oauth_version", () => "1.0")],
      ["The client signs oauth_version=1 but sends another version.", signAs("oauth_version", () => "1")],
      ...["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT", "HMAC_SHA1", "hmac-sha1", "HmacSHA1"].map(
        (method): Form => [
          `The client signs ${method} as oauth_signature_method but sends another one.`,
          signAs("oauth_signature_method", () => method),
        ],
      ),
      ["The client signs the consumer key in lower case.", signAs("oauth_consumer_key", (key) => key.toLowerCase())],
      [
        "The client signs the consumer key without white space around it.",
        signAs("oauth_consumer_key", (key) => key.trim()),
      ],
      ["The client signs the token without white space around it.", signAs("oauth_token", (token) => token.trim())],
      ["The client signs an empty token.", signAs("oauth_token", () => "")],
      [
        "The client signs oauth_callback decoded once more.",
        (stages) =>
          changeParameters((all) =>
            all.map((one) =>
              isNamed("oauth_callback")(one) ? { ...one, value: stages.percentDecode(one.value) } : one,
            ),
          )(stages),
      ],
      ["The client signs an empty oauth_callback.", signAs("oauth_callback", () => "")],
    ],
  ),
];
