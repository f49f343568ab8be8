/** The request in the pictures, from a shop whose client does not sort the parameters. */

import { faultOf } from "../../src/faults/index.ts";
import { specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

const consumerSecret = "kd94hf93k423kf44";

/** The request as HTTP, and its secret. */
export const WRONG: { readonly request: string; readonly consumerSecret: string } = {
  request: textOfRequest(),
  consumerSecret,
};

function textOfRequest(): string {
  const stages = faultOf("not-sorted")!.apply(specification);
  const { method, url, headers, body } = sendAs(
    {
      method: "POST",
      url: "https://gateway.example/payments",
      form: [
        ["note", "coffee & cake"],
        ["amount", "10.42"],
        ["currency", "EUR"],
      ],
      signatureMethod: "HMAC-SHA1",
      consumerSecret,
      protocolParameters: [
        ["oauth_consumer_key", "shop"],
        ["oauth_nonce", "c4d9a7e1b2f8"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
      ],
    },
    stages,
  )!;
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url} HTTP/1.1`, ...fields, "", toText(body!)].join("\n");
}
