/** Fixes that causes in several lists share. Causes with the same fix are one answer of a diagnosis. */

export const SIGN_VALUE_AS_SENT = "Sign exactly the value that you send: format it once, before signing.";
export const SIGN_PATH_AS_SENT = "Sign the path exactly as it is in the request line.";
export const SIGN_SCHEME_OF_SERVER =
  "Sign the scheme with which the server receives the request. Behind a proxy that ends TLS, this is the scheme of the proxy.";
