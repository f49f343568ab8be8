/** A signed form post in PHP 8, with the extension openssl for RSA and https. */

import { phpLiteral as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function phpSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  const secret = secretVariable(input);
  const signature = isRsa
    ? `$privateKey = openssl_pkey_get_private(file_get_contents(getenv("${secret}")));
openssl_sign($baseString, $signature, $privateKey, OPENSSL_ALGO_SHA256);`
    : `$key = rawurlencode(getenv("${secret}")) . "&";
$signature = hash_hmac("sha1", $baseString, $key, true);`;
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
$form = [
${input.form.map(([name, value]) => `    [${text(name)}, ${text(value)}],\n`).join("")}];
$protocol = [
    ["oauth_consumer_key", ${text(input.consumerKey)}],
    ["oauth_nonce", bin2hex(random_bytes(16))],
    ["oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"],
    ["oauth_timestamp", (string) time()],
    ["oauth_version", "1.0"],
];
$parameters = encodePairs([...$form, ...$protocol]);
usort($parameters, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));
$baseString = "POST&" . rawurlencode($url) . "&" . rawurlencode(joinPairs($parameters));
${signature}
$signed = encodePairs([...$protocol, ["oauth_signature", base64_encode($signature)]]);
$header = ${text(input.headerStart)} . implode(", ", array_map(fn ($pair) => "{$pair[0]}=\\"{$pair[1]}\\"", $signed));
$body = joinPairs(encodePairs(${input.repeatsInBody ? "[...$form, ...$protocol]" : "$form"}));
$options = [
    "method" => "POST",
    "header" => ["Authorization: $header", "Content-Type: " . ${text(input.contentType)}],
    "content" => $body,
    "ignore_errors" => true,
];
$response = file_get_contents($url, false, stream_context_create(["http" => $options]));
echo $http_response_header[0], "\\n", $response, "\\n";
`;
}
