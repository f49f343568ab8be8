/** The command that sends a request with one of the clients in `examples/clients`. */

import { shellWord } from "../../requests/request-to-paste.ts";
import type { SignForm } from "../sign/index.ts";

/** Base, version and operation, endpoint or group: `https://host/processing/api`, `v4/payout`, `group/174`. */
const ADDRESS_RE = /^(https?:\/\/[^?#]+?)\/(v[0-9]+\/[^?#]+?)\/((?:group\/)?[^/?#]+)$/;

const PROBLEM =
  "This client sends form posts to operations of the gateway, signed as the gateway's documents show: v2 with HMAC-SHA1 in header and body, the others with RSA-SHA256 in the header. JavaScript sends other requests.";

/**
 * The command for a request that the clients can send.
 *
 * @param run - the command that runs the client
 */
export function clientCommand(request: SignForm, run: string): string | { readonly problem: string } {
  const { method, url, form = [], signatureMethod, transport, realm, token, charset, consumerKey } = request;
  const [, base = "", operation = "", endpoint = ""] = ADDRESS_RE.exec(url) ?? [];
  const isHmac = operation.startsWith("v2/");
  const expected = isHmac ? ["POST", "HMAC-SHA1", "header-and-body", ""] : ["POST", "RSA-SHA256", "header", undefined];
  const isSigned = [method, signatureMethod, transport, realm].every((value, at) => value === expected[at]);
  const hasMore = [token, charset, ...(request.protocolParameters ?? [])].some((one) => one !== undefined);
  // The clients take each parameter as NAME=VALUE.
  const isForm = request.form !== undefined && form.every(([name]) => /^[^=]+$/.test(name));
  if (operation === "" || !isSigned || hasMore || !request.hasVersion || !isForm) return { problem: PROBLEM };
  const key = isHmac ? "GATEWAY_CONTROL_KEY=…" : "GATEWAY_PRIVATE_KEY_FILE=private-key.pem";
  const pairs = form.map(([name, value]) => shellWord(`${name}=${value}`));
  return [
    `export GATEWAY_URL=${shellWord(base)} GATEWAY_ENDPOINT=${shellWord(endpoint)}`,
    `export GATEWAY_LOGIN=${shellWord(consumerKey)} ${key}`,
    [run, "post", shellWord(operation), ...pairs].join(" "),
  ].join("\n");
}
