<?php
// Countersign driver for the PECL extension oauth. Copy it and replace the library with yours.
// Reads one question per line from standard input and writes one answer per line to standard output.

/** The library does not support what the question asks. */
class Unsupported extends Exception {}

const METHODS = [OAUTH_SIG_METHOD_HMACSHA1, OAUTH_SIG_METHOD_HMACSHA256, OAUTH_SIG_METHOD_RSASHA1, OAUTH_SIG_METHOD_PLAINTEXT];

function hello(): array {
    $about = ["name" => "pecl/oauth", "version" => phpversion("oauth"), "language" => "PHP", "url" => "https://pecl.php.net/package/oauth"];
    return ["protocol" => 1, "implementation" => $about, "operations" => ["sign", "base-string", "percent-encoding"],
        "signatureMethods" => METHODS, "transports" => ["header"], "limits" => ["without" => ["no-version", "realm", "protocol-parameters", "token-secret-alone", "empty-consumer-secret"]]];
}

/** Returns the form as pairs, or null if the request has no form. */
function formOf(array $request): ?array {
    if (!isset($request["formEncoded"])) return $request["form"] ?? null;
    $pairs = [];
    foreach (explode("&", $request["formEncoded"]) as $pair) {
        if ($pair !== "") $pairs[] = array_pad(array_map("urldecode", explode("=", $pair, 2)), 2, "");
    }
    return $pairs;
}

/** Returns parameters as PHP arrays: with an array for the values of a repeated name. */
function valuesByName(array $pairs): array {
    $values = [];
    foreach ($pairs as [$name, $value]) $values[$name][] = $value;
    return array_map(fn($all) => count($all) === 1 ? $all[0] : $all, $values);
}

function sign(array $question): array {
    if ($question["version"] === null || isset($question["realm"]) || !empty($question["protocolParameters"])) {
        throw new Unsupported("always sends oauth_version, no realm, and no protocol parameters but its own");
    }
    ["credentials" => $credentials, "request" => $request, "signatureMethod" => $method] = $question;
    // Signing with a private key needs no secret, but the constructor rejects an empty one.
    $secret = isset($credentials["privateKey"]) ? "none" : $credentials["consumerSecret"];
    $oauth = new OAuth($credentials["consumerKey"], $secret, $method, OAUTH_AUTH_TYPE_AUTHORIZATION);
    if (isset($credentials["privateKey"])) $oauth->setRSACertificate($credentials["privateKey"]);
    if (isset($credentials["token"])) $oauth->setToken($credentials["token"], $credentials["tokenSecret"] ?? "");
    elseif (isset($credentials["tokenSecret"])) throw new Unsupported("no token secret without a token");
    if (isset($question["nonce"])) $oauth->setNonce($question["nonce"]);
    if (isset($question["timestamp"])) $oauth->setTimestamp($question["timestamp"]);
    $form = formOf($request);
    $header = $oauth->getRequestHeader($request["method"], $request["url"], valuesByName($form ?? []));
    if ($header === false) throw new OAuthException("no header for this request");
    $encode = fn($pair) => rawurlencode($pair[0]) . "=" . rawurlencode($pair[1]);
    return ["authorization" => $header] + ($form === null ? [] : ["body" => implode("&", array_map($encode, $form))]);
}

/** The extension does not show the base string that it signs, but can make one from a list of parameters. */
function baseString(array $question): array {
    ["credentials" => $credentials, "request" => $request] = $question;
    if (isset($question["realm"])) throw new Unsupported("no realm");
    $own = ["consumer_key" => $credentials["consumerKey"], "token" => $credentials["token"] ?? null, "nonce" => $question["nonce"],
        "signature_method" => $question["signatureMethod"], "timestamp" => $question["timestamp"], "version" => $question["version"]];
    $pairs = array_merge(formOf($request) ?? [], $question["protocolParameters"] ?? []);
    foreach ($own as $name => $value) if ($value !== null) $pairs[] = ["oauth_$name", $value];
    return ["value" => oauth_get_sbs($request["method"], $request["url"], valuesByName($pairs)) ?: throw new OAuthException("no base string")];
}

function percentEncoding(array $question): array {
    $encoded = oauth_urlencode($question["text"] ?? base64_decode($question["octets"]));
    if ($encoded === false) throw new OAuthException("nothing encoded");
    return ["value" => $encoded];
}

function answer(array $question): array {
    $operations = ["hello" => "hello", "sign" => "sign", "base-string" => "baseString", "percent-encoding" => "percentEncoding"];
    try {
        $operation = $operations[$question["op"]] ?? throw new Unsupported("does not do " . $question["op"]);
        return ["ok" => true] + $operation($question);
    } catch (Throwable $error) {
        $kind = ["Unsupported" => "unsupported", "OAuthException" => "refused"][get_class($error)] ?? "failed";
        return ["ok" => false, "error" => $kind, "message" => get_class($error) . ": " . $error->getMessage()];
    }
}

ini_set("display_errors", "stderr"); // standard output is only for answers
ini_set("log_errors", "0");
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    if ($question["op"] === "bye") break;
    fwrite(STDOUT, json_encode(["id" => $question["id"]] + answer($question), JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
