/** A program in JavaScript for Node.js 18 or later. It reads the key from the environment. */

import { baseStringUri, type NameValue, parseForm } from "../../oauth1/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { SignForm } from "../sign/index.ts";

type Pairs = readonly (readonly [name: string, value: string])[];

/** A string literal of ASCII, because invisible characters in a request must not change how code looks. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A program that signs and sends the request, or the reason why there is none. */
export function javascriptSnippet(request: SignForm): string | { readonly problem: string } {
  const { form, body, token, signatureMethod, transport, realm, charset } = request;
  const method = request.method.toUpperCase();
  const hash = /-SHA(\d+)$/.exec(signatureMethod)?.[1];
  const isRsa = isRsaMethod(signatureMethod);
  const hasBody = (form ?? body) !== undefined;
  const address = addressOf(request.url);
  if (!/^[A-Z]+$/.test(method)) return { problem: "The program sends a method of letters." };
  if (hash === undefined) return { problem: "The program signs with HMAC or RSA." };
  if (request.hasBodyHash) return { problem: "The program does not sign the hash of the body." };
  if (!transport.startsWith("header")) return { problem: "The program sends an Authorization header." };
  if (/^(?:GET|HEAD)$/.test(method) && hasBody) return { problem: "The program sends no body with GET or HEAD." };
  if (form === undefined && transport !== "header") {
    return { problem: "Only a form can repeat the protocol parameters." };
  }
  if (address === undefined) return { problem: "The URL cannot be signed as text in UTF-8." };
  const contentType =
    form === undefined
      ? body?.contentType
      : `application/x-www-form-urlencoded${charset === undefined ? "" : `; charset=${charset}`}`;
  if (/[^\x20-\x7e]/.test(`${realm ?? ""}${contentType ?? ""}`)) {
    return { problem: "The realm, the charset and the Content-Type must be printable ASCII." };
  }

  const { query } = address;
  const lists = [...(query.length > 0 ? ["query"] : []), ...(form === undefined ? [] : ["form"])];
  const inBody = transport === "header-and-body" ? "[...form, ...protocol]" : "form";
  const content = form === undefined ? body && literal(body.text) : `join(encodePairs(${inBody}))`;
  const start = realm === undefined ? "OAuth " : `OAuth realm="${realm.replace(/["\\]/g, "\\$&")}", `;
  const further = [
    ...(token === undefined ? [] : [["oauth_token", token] as const]),
    ...(request.hasVersion ? [["oauth_version", "1.0"] as const] : []),
    ...(request.protocolParameters ?? []),
  ];
  const signature = isRsa
    ? `const privateKey = readFileSync(process.env.PRIVATE_KEY_FILE);
const signature = createSign("RSA-SHA${hash}").update(baseString).sign(privateKey, "base64");`
    : `const key = encode(process.env.CONSUMER_SECRET) + "&"${token === undefined ? "" : " + encode(process.env.TOKEN_SECRET)"};
const signature = createHmac("sha${hash}", key).update(baseString).digest("base64");`;
  return `import { ${isRsa ? "createSign" : "createHmac"}, randomBytes } from "node:crypto";
${isRsa ? 'import { readFileSync } from "node:fs";\n' : ""}
/** RFC 5849 3.6. */
function encode(value) {
  return encodeURIComponent(value).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

const join = (pairs) => pairs.map((pair) => pair.join("=")).join("&");
const encodePairs = (pairs) => pairs.map((pair) => pair.map(encode));

const url = ${literal(address.url)};
${query.length > 0 ? `const query = [\n${rows(query)}];\n` : ""}${form === undefined ? "" : `const form = [\n${rows(form)}];\n`}const protocol = [
  ["oauth_consumer_key", ${literal(request.consumerKey)}],
  ["oauth_nonce", randomBytes(16).toString("hex")],
  ["oauth_signature_method", "${signatureMethod}"],
  ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
${rows(further)}];
const parameters = join(
  encodePairs([${[...lists, "protocol"].map((list) => `...${list}`).join(", ")}]).sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0)),
);
const baseString = \`${method}&\${encode(url)}&\${encode(parameters)}\`;
${signature}
const signed = encodePairs([...protocol, ["oauth_signature", signature]]);
const header = ${literal(start)} + signed.map(([name, value]) => \`\${name}="\${value}"\`).join(", ");
const response = await fetch(${query.length === 0 ? "url" : 'url + "?" + join(encodePairs(query))'}, {
  method: "${method}",
  headers: { authorization: header${contentType === undefined ? "" : `, "content-type": ${literal(contentType)}`} },
${content === undefined ? "" : `  body: ${content},\n`}});
console.log(response.status, await response.text());
`;
}

function rows(pairs: Pairs): string {
  return pairs.map(([name, value]) => `  [${literal(name)}, ${literal(value)}],\n`).join("");
}

/** The URL in its normal form without a query, and the parameters of the query; `undefined` if octets in it are not UTF-8. */
function addressOf(text: string): { readonly url: string; readonly query: Pairs } | undefined {
  try {
    const at = text.indexOf("?");
    const query: readonly NameValue[] = at === -1 ? [] : parseForm(text.slice(at + 1));
    if (!query.every(isText)) return undefined;
    return { url: baseStringUri(text), query };
  } catch {
    return undefined;
  }
}

function isText(pair: NameValue): pair is readonly [string, string] {
  return pair.every((text) => typeof text === "string");
}
