/** The command that sends a request with one of the clients in `examples/clients`. */

import { shellWord } from "../../requests/request-to-paste.ts";
import type { SignForm } from "../sign/index.ts";

/** Base, version and operation, endpoint or group: `https://host/processing/api`, `v4/payout`, `group/174`. */
const ADDRESS_RE = /^(https?:\/\/[^?#]+?)\/(v[0-9]+\/[^?#]+?)\/((?:group\/)?[^/?#]+)$/;

/**
 * All clients sign in the same way: operations of v2 with HMAC-SHA1, the others with RSA-SHA256.
 *
 * @param run - the command that runs the client
 */
export function clientCommand(form: SignForm, run: string): string | { readonly problem: string } {
  const [, base, operation = "", endpoint] = ADDRESS_RE.exec(form.url) ?? [];
  if (form.method !== "POST" || form.form === undefined || base === undefined || endpoint === undefined) {
    return { problem: "This client sends form posts to operations of the gateway. JavaScript sends other requests." };
  }
  const isHmac = operation.startsWith("v2/");
  const [method, transport, realm] = isHmac
    ? ["HMAC-SHA1", "header-and-body", ""]
    : ["RSA-SHA256", "header", undefined];
  if (form.signatureMethod !== method || form.transport !== transport || form.realm !== realm) {
    return { problem: `This client signs ${operation} with ${method}, as the gateway's documents do.` };
  }
  const isPlain = form.hasVersion && form.token === undefined && form.charset === undefined;
  if (!isPlain || (form.protocolParameters ?? []).length > 0) {
    return { problem: "This client sends oauth_version, no token, no charset and no further protocol parameters." };
  }
  if (form.form.some(([name]) => name.includes("=") || name === "")) {
    return { problem: "This client takes parameters as NAME=VALUE, so a name cannot be empty or contain =." };
  }
  const key = isHmac ? "GATEWAY_CONTROL_KEY=…" : "GATEWAY_PRIVATE_KEY_FILE=private-key.pem";
  const pairs = form.form.map(([name, value]) => shellWord(`${name}=${value}`));
  return [
    `export GATEWAY_URL=${shellWord(base)} GATEWAY_ENDPOINT=${shellWord(endpoint)}`,
    `export GATEWAY_LOGIN=${shellWord(form.consumerKey)} ${key}`,
    [run, "post", shellWord(operation), ...pairs].join(" "),
  ].join("\n");
}
