<?php
// A server on OAuthProvider of the PECL extension oauth, for php -S. CONSUMER_KEY, CONSUMER_SECRET and NONCES, a folder for
// the used nonces, are in the environment.

const WINDOW = 300; // seconds

function consumer(OAuthProvider $provider): int {
    if ($provider->consumer_key !== getenv("CONSUMER_KEY")) return OAUTH_CONSUMER_KEY_UNKNOWN;
    $provider->consumer_secret = getenv("CONSUMER_SECRET");
    return OAUTH_OK;
}

/** The file that shows that a nonce was used. */
function nonceFile(OAuthProvider $provider): string {
    return getenv("NONCES") . "/" . sha1(json_encode([$provider->consumer_key, $provider->timestamp, $provider->nonce]));
}

function timestampNonce(OAuthProvider $provider): int {
    if (!ctype_digit($provider->timestamp) || abs(time() - (int) $provider->timestamp) > WINDOW) return OAUTH_BAD_TIMESTAMP;
    return file_exists(nonceFile($provider)) ? OAUTH_BAD_NONCE : OAUTH_OK;
}

try {
    $provider = new OAuthProvider();
    $provider->consumerHandler("consumer");
    $provider->timestampNonceHandler("timestampNonce");
    $provider->is2LeggedEndpoint(true);
    $provider->checkOAuthRequest();
    // The provider asks for the nonce before it checks the signature; the nonce is remembered later, by one request only.
    http_response_code(@fopen(nonceFile($provider), "x") ? 200 : 401);
} catch (OAuthException $error) {
    http_response_code(401);
}
