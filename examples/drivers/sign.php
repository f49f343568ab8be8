<?php
// Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
// Replace the marked lines by calls to your library, and declare in HELLO what it supports.
const HELLO = [
    "protocol" => 1,
    "implementation" => ["name" => "mine", "version" => "1.0", "language" => "PHP"],
    "operations" => ["sign"],
    "signatureMethods" => ["HMAC-SHA1"],
    "transports" => ["header"], // or "query", "body", "header-and-body"
    "fixesNonceAndTimestamp" => true, // false: the library chooses nonce and timestamp
    "limits" => [
        "without" => ["octets", "realm"], // add "token" if the library has no tokens
        "httpMethods" => ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
    ],
];

/** Returns pairs. parse_str would keep one pair of each name, and change names. */
function decodeForm(string $text): array {
    $pieces = array_filter(explode("&", $text), fn($piece) => $piece !== "");
    return array_map(fn($piece) => array_map("urldecode", explode("=", $piece, 2) + ["", ""]), array_values($pieces));
}

function sign(array $question): array {
    ["request" => $request, "credentials" => $credentials] = $question;
    $form = [...$request["form"] ?? [], ...decodeForm($request["formEncoded"] ?? "")];
    // Replace the lines from here to the last return by calls to your library.
    $protocol = [
        ["oauth_consumer_key", $credentials["consumerKey"]],
        ["oauth_signature_method", $question["signatureMethod"]],
        ["oauth_nonce", $question["nonce"]],
        ["oauth_timestamp", $question["timestamp"]],
        ...$question["protocolParameters"] ?? [],
    ];
    if ($question["version"] !== null) $protocol[] = ["oauth_version", $question["version"]];
    if (isset($credentials["token"])) $protocol[] = ["oauth_token", $credentials["token"]];
    if (!preg_match("~^(https?)://([^/?#]*)([^?#]*)(?:\?([^#]*))?~i", $request["url"], $url)) throw new Exception("not an HTTP URL");
    $defaultPort = strtolower($url[1]) === "http" ? "/:(80)?$/D" : "/:(443)?$/D";
    $host = preg_replace(["/^.*@/", $defaultPort], "", $url[2]);
    $uri = strtolower("$url[1]://$host") . ($url[3] === "" ? "/" : $url[3]);
    $signed = [...decodeForm($url[4] ?? ""), ...$form, ...$protocol];
    $signed = array_filter($signed, fn($pair) => $pair[0] !== "oauth_signature");
    $encoded = array_map(fn($pair) => array_map("rawurlencode", $pair), $signed);
    usort($encoded, fn($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));
    $parameters = implode("&", array_map(fn($pair) => implode("=", $pair), $encoded));
    $baseString = implode("&", array_map("rawurlencode", [$request["method"], $uri, $parameters]));
    $key = rawurlencode($credentials["consumerSecret"]) . "&" . rawurlencode($credentials["tokenSecret"] ?? "");
    $signature = base64_encode(hash_hmac("sha1", $baseString, $key, true));
    $header = array_map(fn($pair) => vsprintf('%s="%s"', array_map("rawurlencode", $pair)), [...$protocol, ["oauth_signature", $signature]]);
    // A library that returns only the signature: return ["stages" => ["signature" => $signature]];
    return ["authorization" => "OAuth " . implode(", ", $header)];
}

ini_set("display_errors", "stderr"); // standard output is only for answers
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    if ($question["op"] === "bye") break;
    try {
        $answer = match ($question["op"]) {
            "hello" => ["ok" => true] + HELLO,
            "sign" => ["ok" => true] + sign($question),
            default => ["ok" => false, "error" => "unsupported"],
        };
    } catch (Throwable $error) {
        $answer = ["ok" => false, "error" => "failed", "message" => $error->getMessage()];
    }
    fwrite(STDOUT, json_encode(["id" => $question["id"]] + $answer, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
