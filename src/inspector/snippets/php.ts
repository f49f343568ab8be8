/** A signed form post in PHP 8, which needs the extension openssl for RSA and https. */

import { phpLiteral as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function phpSnippet(input: SnippetInput): string {
  const { isRsa, token, contentType, hash } = input;
  const secret = secretVariable(input);
  const signature = isRsa
    ? `$privateKey = openssl_pkey_get_private(file_get_contents(getenv("${secret}")));
openssl_sign($baseString, $signature, $privateKey, OPENSSL_ALGO_SHA${hash});`
    : `$key = rawurlencode(getenv("${secret}")) . "&"${token === undefined ? "" : ` . rawurlencode(getenv("${TOKEN_SECRET}"))`};
$signature = hash_hmac("sha${hash}", $baseString, $key, true);`;
  const spread = (lists: readonly string[]): string => `[${lists.map((list) => `...$${list}`).join(", ")}]`;
  const parts = listsInBody(input);
  const body = parts === undefined ? input.body && text(input.body) : `joinPairs(encodePairs(${spread(parts)}))`;
  return `<?php

// rawurlencode is the encoding of RFC 5849 3.6.
function encodePairs(array $pairs): array
{
    return array_map(fn ($pair) => array_map("rawurlencode", $pair), $pairs);
}

function joinPairs(array $pairs): string
{
    return implode("&", array_map(fn ($pair) => "{$pair[0]}={$pair[1]}", $pairs));
}

$url = ${text(input.url)};
${declaredLists(input)
  .map(([list, pairs]) => {
    return `$${list} = [\n${pairs.map(([name, value]) => `    [${text(name)}, ${text(value)}],\n`).join("")}];\n`;
  })
  .join("")}$protocol = [
    ["oauth_consumer_key", ${text(input.consumerKey)}],
    ["oauth_nonce", bin2hex(random_bytes(16))],
    ["oauth_signature_method", "${input.signatureMethod}"],
    ["oauth_timestamp", (string) time()],
${token === undefined ? "" : `    ["oauth_token", ${text(token)}],\n`}    ["oauth_version", "1.0"],
];
$parameters = encodePairs(${spread(signedLists(input))});
usort($parameters, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));
$baseString = "${input.method}&" . rawurlencode($url) . "&" . rawurlencode(joinPairs($parameters));
${signature}
$signed = encodePairs([...$protocol, ["oauth_signature", base64_encode($signature)]]);
$header = ${text(input.headerStart)} . implode(", ", array_map(fn ($pair) => "{$pair[0]}=\\"{$pair[1]}\\"", $signed));
$options = [
    "method" => "${input.method}",
    "header" => ["Authorization: $header"${contentType === undefined ? "" : `, "Content-Type: " . ${text(contentType)}`}],
${body === undefined ? "" : `    "content" => ${body},\n`}    "ignore_errors" => true,
];
${input.query.length === 0 ? "" : '$url .= "?" . joinPairs(encodePairs($query));\n'}$response = file_get_contents($url, false, stream_context_create(["http" => $options]));
echo $http_response_header[0], "\\n", $response, "\\n";
`;
}
