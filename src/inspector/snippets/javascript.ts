/** A signed form post in JavaScript, for Node.js 18 or later. */

import { utf16Literal as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function javascriptSnippet(input: SnippetInput): string {
  const { isRsa, token, contentType, hash } = input;
  const secret = `process.env.${secretVariable(input)}`;
  const signature = isRsa
    ? `const privateKey = readFileSync(${secret});
const signature = createSign("RSA-SHA${hash}").update(baseString).sign(privateKey, "base64");`
    : `const key = encode(${secret}) + "&"${token === undefined ? "" : ` + encode(process.env.${TOKEN_SECRET})`};
const signature = createHmac("sha${hash}", key).update(baseString).digest("base64");`;
  const spread = (lists: readonly string[]): string => `[${lists.map((list) => `...${list}`).join(", ")}]`;
  const parts = listsInBody(input);
  const body = parts === undefined ? input.body && text(input.body) : `join(encodePairs(${spread(parts)}))`;
  return `import { ${isRsa ? "createSign" : "createHmac"}, randomBytes } from "node:crypto";
${isRsa ? 'import { readFileSync } from "node:fs";\n' : ""}
/** RFC 5849 3.6. */
function encode(value) {
  return encodeURIComponent(value).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

const join = (pairs) => pairs.map((pair) => pair.join("=")).join("&");
const encodePairs = (pairs) => pairs.map((pair) => pair.map(encode));

const url = ${text(input.url)};
${declaredLists(input)
  .map(([list, pairs]) => {
    return `const ${list} = [\n${pairs.map(([name, value]) => `  [${text(name)}, ${text(value)}],\n`).join("")}];\n`;
  })
  .join("")}const protocol = [
  ["oauth_consumer_key", ${text(input.consumerKey)}],
  ["oauth_nonce", randomBytes(16).toString("hex")],
  ["oauth_signature_method", "${input.signatureMethod}"],
  ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
${token === undefined ? "" : `  ["oauth_token", ${text(token)}],\n`}  ["oauth_version", "1.0"],
];
const parameters = join(
  encodePairs(${spread(signedLists(input))}).sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0)),
);
const baseString = \`${input.method}&\${encode(url)}&\${encode(parameters)}\`;
${signature}
const signed = encodePairs([...protocol, ["oauth_signature", signature]]);
const header = ${text(input.headerStart)} + signed.map(([name, value]) => \`\${name}="\${value}"\`).join(", ");
const response = await fetch(${input.query.length === 0 ? "url" : 'url + "?" + join(encodePairs(query))'}, {
  method: "${input.method}",
  headers: { authorization: header${contentType === undefined ? "" : `, "content-type": ${text(contentType)}`} },
${body === undefined ? "" : `  body: ${body},\n`}});
console.log(response.status, await response.text());
`;
}
