/**
 * The protocol parameters of one request as text, for each place they stand in.
 *
 * From one request to the next only timestamp and nonce change, so the text around them is made once.
 *
 * @module
 */

import { type HeaderParameter, joinHeaderParameters } from "./authorization-header.ts";
import { type EncodedParameter, orderOf } from "./parameters.ts";
import { encodeAgain, percentEncode } from "./percent-encoding.ts";

/** All protocol parameters but `oauth_signature`, encoded. */
export interface ProtocolTexts {
  /** `name="value", name="value"` in the order they are sent. */
  readonly header: string;
  /** `name=value&name=value` in the order they are sent. */
  readonly form: string;
  /**
   * All of them as one parameter of the base string: nobody else's name may start with `oauth_`, so that there, too,
   * they stand together.
   */
  readonly signed: EncodedParameter;
}

/** Makes the texts of encoded protocol parameters, each of another name. */
export function protocolTexts(parameters: readonly HeaderParameter[]): ProtocolTexts {
  const sorted = [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    header: joinHeaderParameters(parameters, ", "),
    form: parameters.map(({ name, value }) => `${name}=${value}`).join("&"),
    signed: together(sorted.map(({ name, value }) => `${encodeAgain(name)}%3D${encodeAgain(value)}`).join("%26")),
  };
}

const PREFIX = "oauth_";
const EQUALS_SIGN = "%3D";

/** One parameter, whose name is the first one's and whose value is all the rest. */
function together(signed: string): EncodedParameter {
  const valueAt = signed.indexOf(EQUALS_SIGN) + EQUALS_SIGN.length;
  const name = {
    once: PREFIX,
    order: orderOf(PREFIX),
    orderAfter: orderOf(PREFIX, 4),
    sent: "",
    signed: `%26${signed.slice(0, valueAt)}`,
  };
  return { name, value: "", valueTwice: signed.slice(valueAt) };
}

/** Makes the same texts for one timestamp and nonce after another. */
export type ProtocolTextMaker = (timestamp: string, nonce: string) => ProtocolTexts;

/** Prepares the texts around timestamp and nonce, given the parameters sent before and after those two. */
export function prepareProtocolTexts(
  before: readonly HeaderParameter[],
  after: readonly HeaderParameter[],
): ProtocolTextMaker {
  const gaps = [
    { name: "oauth_timestamp", value: GAP },
    { name: "oauth_nonce", value: GAP },
  ];
  const texts = protocolTexts([...before, ...gaps, ...after]);
  const [header0, header1, header2] = texts.header.split(GAP);
  const [form0, form1, form2] = texts.form.split(GAP);
  const { name, value, valueTwice } = texts.signed;
  const [signed0, signed1, signed2] = valueTwice.split(GAP);
  return (timestamp, nonce) => {
    const encoded = percentEncode(nonce);
    return {
      header: `${header0}${timestamp}${header1}${encoded}${header2}`,
      form: `${form0}${timestamp}${form1}${encoded}${form2}`,
      signed: { name, value, valueTwice: `${signed0}${encodeAgain(encoded)}${signed1}${timestamp}${signed2}` }, // sorted, the nonce comes first
    };
  };
}

/** A character that no encoded text holds. */
const GAP = "\n";
