/** Further faults of protocol parameters: other values are signed than sent (RFC 5849 3.4.1.3.1). */

import { type Parameter, sameOctets } from "../model/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { changeParameters, changeText, isProtocol } from "./stage-changes.ts";
import { get, withProtocol } from "./trigger-requests.ts";

const isNamed =
  (name: string) =>
  (one: Parameter<Uint8Array>): boolean =>
    sameOctets(one.name, name);

/** Signs another value of a protocol parameter than is sent. */
const signAs = (name: string, change: (value: string) => string): StageChange =>
  changeParameters((parameters) =>
    parameters.map((one) => (isNamed(name)(one) ? { ...one, value: changeText(one.value, change) } : one)),
  );

/** Signs other values of all protocol parameters than are sent, in the order in which they are sent. */
const changeProtocolValues = (change: (value: string, isLast: boolean) => string): StageChange =>
  changeParameters((parameters) => {
    const last = parameters.findLast(isProtocol);
    return parameters.map((one) =>
      isProtocol(one) ? { ...one, value: changeText(one.value, (value) => change(value, one === last)) } : one,
    );
  });

/** Signs the value of another parameter as this one's. */
const signValueOf = (name: string, other: string): StageChange =>
  changeParameters((parameters) => {
    const found = parameters.find(isNamed(other));
    return parameters.map((one) => (found !== undefined && isNamed(name)(one) ? { ...one, value: found.value } : one));
  });
/** Signs the values of two parameters the other way round. */
const swapValues = (name: string, other: string): StageChange =>
  changeParameters((parameters) => {
    const [first, second] = [parameters.find(isNamed(name)), parameters.find(isNamed(other))];
    if (first === undefined || second === undefined) return parameters;
    return parameters.map((one) => {
      if (one === first) return { ...one, value: second.value };
      return one === second ? { ...one, value: first.value } : one;
    });
  });

const SIGN_SENT = { text: "Sign exactly the parameters that you send." };

export const FURTHER_PROTOCOL_VALUES_FAULTS: readonly FaultDefinition[] = [
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
      [
        "The client signs the values of the header in their quotation marks.",
        changeProtocolValues((value) => `"${value}"`),
      ],
      [
        "The client signs the values of the header with the commas behind them, the last one without.",
        changeProtocolValues((value, isLast) => (isLast ? value : `${value},`)),
      ],
      [
        "The client signs the values of the header with the commas behind them.",
        changeProtocolValues((value) => `${value},`),
      ],
      ["The client signs an empty nonce.", signAs("oauth_nonce", () => "")],
      ["The client signs the timestamp as the nonce.", signValueOf("oauth_nonce", "oauth_timestamp")],
      ["The client signs nonce and timestamp the other way round.", swapValues("oauth_nonce", "oauth_timestamp")],
      ["The client signs consumer key and token the other way round.", swapValues("oauth_consumer_key", "oauth_token")],
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
      ...["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT"].map(
        (method): Form => [
          `The client signs ${method} as oauth_signature_method but sends another one.`,
          signAs("oauth_signature_method", () => method),
        ],
      ),
      ...(
        [
          ["in lower case", (method) => method.toLowerCase()],
          ["with _ instead of -", (method) => method.replaceAll("-", "_")],
          ["without -", (method) => method.replaceAll("-", "")],
          ["as Java names the algorithm, such as HmacSHA1", (method) => method.replace(/^HMAC-/, "Hmac")],
        ] satisfies [string, (method: string) => string][]
      ).map(
        ([how, change]): Form => [
          `The client signs the name of the method ${how}, but sends another spelling.`,
          signAs("oauth_signature_method", change),
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
      ["The client signs oauth_callback=oob but sends another callback.", signAs("oauth_callback", () => "oob")],
      [
        "The client signs oauth_callback without its query.",
        signAs("oauth_callback", (url) => url.replace(/\?.*/s, "")),
      ],
      [
        "The client signs oauth_callback without its fragment.",
        signAs("oauth_callback", (url) => url.replace(/#.*/s, "")),
      ],
      [
        "The client signs only scheme and host of oauth_callback.",
        signAs("oauth_callback", (url) => url.replace(/^([^:]*:\/\/[^/?#]*).*/s, "$1")),
      ],
      [
        "The client signs oauth_callback without the slash at its end.",
        signAs("oauth_callback", (url) => url.replace(/\/$/, "")),
      ],
      ["The client signs oauth_callback with a slash at its end.", signAs("oauth_callback", (url) => `${url}/`)],
      [
        "The client signs oauth_callback with http instead of https.",
        signAs("oauth_callback", (url) => url.replace(/^https:/, "http:")),
      ],
      [
        "The client signs oauth_callback with https instead of http.",
        signAs("oauth_callback", (url) => url.replace(/^http:/, "https:")),
      ],
      [
        "The client signs oauth_callback up to its first &.",
        signAs("oauth_callback", (url) => url.replace(/&.*/s, "")),
      ],
    ],
  ),
];
