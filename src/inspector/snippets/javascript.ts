/** A signed form post in JavaScript, for Node.js 18 or later. */

import { utf16Literal as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function javascriptSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  const secret = `process.env.${secretVariable(input)}`;
  const signature = isRsa
    ? `const privateKey = readFileSync(${secret});
const signature = createSign("RSA-SHA256").update(baseString).sign(privateKey, "base64");`
    : `const key = encode(${secret}) + "&";
const signature = createHmac("sha1", key).update(baseString).digest("base64");`;
  return `import { ${isRsa ? "createSign" : "createHmac"}, randomBytes } from "node:crypto";
${isRsa ? 'import { readFileSync } from "node:fs";\n' : ""}
/** RFC 5849 3.6. */
function encode(value) {
  return encodeURIComponent(value).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

const join = (pairs) => pairs.map((pair) => pair.join("=")).join("&");
const encodePairs = (pairs) => pairs.map((pair) => pair.map(encode));

const url = ${text(input.url)};
const form = [
${input.form.map(([name, value]) => `  [${text(name)}, ${text(value)}],\n`).join("")}];
const protocol = [
  ["oauth_consumer_key", ${text(input.consumerKey)}],
  ["oauth_nonce", randomBytes(16).toString("hex")],
  ["oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"],
  ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
  ["oauth_version", "1.0"],
];
const parameters = join(
  encodePairs([...form, ...protocol]).sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0)),
);
const baseString = \`POST&\${encode(url)}&\${encode(parameters)}\`;
${signature}
const signed = encodePairs([...protocol, ["oauth_signature", signature]]);
const header = ${text(input.headerStart)} + signed.map(([name, value]) => \`\${name}="\${value}"\`).join(", ");
const response = await fetch(url, {
  method: "POST",
  headers: { authorization: header, "content-type": ${text(input.contentType)} },
  body: join(encodePairs(${input.repeatsInBody ? "[...form, ...protocol]" : "form"})),
});
console.log(response.status, await response.text());
`;
}
