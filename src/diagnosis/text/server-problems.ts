/**
 * The codes that servers report when they reject a request, and their meanings, from public documentation, source code and
 * threads.
 */

/**
 * What a reported problem is about. `signature`: the server computed a different signature. `either`: the server reports the
 * same code for a wrong signature and for other problems.
 */
export type ProblemSubject =
  | "signature"
  | "either"
  | "key"
  | "token"
  | "time"
  | "nonce"
  | "request"
  | "permission"
  | "limit";

/** How one service, or several services that follow the same document, report problems. */
export interface ProblemCodes {
  /** Finds the code in a response, as its first group. @default any of the codes */
  readonly pattern?: RegExp;
  /** The code in lower case, what the problem is about, and what it means. */
  readonly codes: Readonly<Record<string, readonly [subject: ProblemSubject, meaning: string]>>;
  /** The public address of the source. */
  readonly source: string;
}

const NETSUITE = "https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/";
const TWITTER = "https://developer.twitter.com/en/docs/basics/response-codes";
const SIGNATURE = ["signature", "the server computed a different signature"] as const;
const NOT_AUTHENTICATED = [
  "either",
  "the server could not authenticate the client: signature, key or token are wrong",
] as const;
const KEY_UNKNOWN = ["key", "the server does not know the consumer key"] as const;
const NONCE_USED = [
  "nonce",
  "the server has already received this nonce: it expects a new one for each request",
] as const;
const CLOCK = [
  "time",
  "the server does not accept the timestamp: compare the clock of the client with its own",
] as const;
const TOKEN = ["token", "the server does not accept the token: it may be of another user or environment"] as const;
const TOKEN_REVOKED = ["token", "the user has revoked the token"] as const;
const TOKEN_EXPIRED = ["token", "the token has expired: request a new one"] as const;
const PERMISSION = ["permission", "the key or its user may not do this; the signature may be valid"] as const;
const METHOD = ["request", "the server does not accept this oauth_signature_method"] as const;
const VERSION = ["request", "the server does not accept this oauth_version"] as const;
const ABSENT = ["request", "the server did not find a protocol parameter that it requires"] as const;

const OAUTH_PROBLEM_RE = /oauth_problem["']?(?:\s*[=:]\s*|>)["']?([a-z_]{3,60})/i;

/** The first service with a known code is used. */
export const PROBLEM_CODES: readonly ProblemCodes[] = [
  {
    source: "http://wiki.oauth.net/w/page/12238543/ProblemReporting",
    pattern: OAUTH_PROBLEM_RE,
    codes: {
      version_rejected: VERSION,
      parameter_absent: ABSENT,
      parameter_rejected: ["request", "the server received a parameter that it does not accept"],
      timestamp_refused: CLOCK,
      nonce_used: NONCE_USED,
      signature_method_rejected: METHOD,
      signature_invalid: SIGNATURE,
      consumer_key_unknown: KEY_UNKNOWN,
      consumer_key_rejected: ["key", "the server does not accept the consumer key, whatever the signature is"],
      consumer_key_refused: ["key", "the consumer key is disabled, or is used too often"],
      token_used: ["token", "the token can be used only once"],
      token_expired: TOKEN_EXPIRED,
      token_revoked: TOKEN_REVOKED,
      token_rejected: TOKEN,
      additional_authorization_required: ["permission", "the user must authorize the client again"],
      permission_unknown: ["permission", "the user has not yet decided whether the client may do this"],
      permission_denied: PERMISSION,
      user_refused: ["permission", "the user has refused to authorize the client"],
    },
  },
  {
    source: "https://developer.adobe.com/commerce/webapi/get-started/authentication/oauth-errors/",
    pattern: OAUTH_PROBLEM_RE,
    codes: {
      token_revoke: TOKEN_REVOKED,
      verifier_invalid: ["token", "oauth_verifier does not belong to the token"],
      method_not_allowed: ["request", "the server does not accept this HTTP method here"],
      consumer_key_invalid: KEY_UNKNOWN,
    },
  },
  {
    source: "https://github.com/scribejava/scribejava/issues/54",
    codes: { ost_oauth_signature_invalid_error: SIGNATURE },
  },
  {
    source: "https://github.com/YelpArchive/yelp-api/issues/146",
    pattern: /"id"\s*:\s*"(invalid_signature)"/i,
    codes: { invalid_signature: SIGNATURE },
  },
  {
    source: `${NETSUITE}subsect_156935170194.html`,
    codes: {
      nonce_rejected: ["nonce", "the nonce is too short: NetSuite requires six characters"],
      nonceused: NONCE_USED,
      featuredisabled: ["permission", "token-based authentication is not enabled in the account"],
      missingtokenpassportrequiredfields: ABSENT,
    },
  },
  {
    source: `${NETSUITE}subsect_156934879823.html`,
    codes: {
      unknownintegration: KEY_UNKNOWN,
      integrationblocked: ["key", "the integration record is blocked: enable it in NetSuite"],
      authorizationflowrequired: ["permission", "the integration record does not allow the TBA authorization flow"],
      invalidtimestamp: CLOCK,
      invalidsignature: SIGNATURE,
      noncerejected: ["nonce", "the server does not accept the nonce"],
      missingrequiredparameter: ABSENT,
    },
  },
  {
    source: `${NETSUITE}section_156570709583.html`,
    pattern: /\b(invalid_login)(?:_attempt)?\b/i,
    codes: {
      invalid_login: [
        "either",
        "NetSuite shows the reason only in its Login Audit Trail, whose column Detail has another code, such as InvalidSignature",
      ],
    },
  },
  {
    source: TWITTER,
    pattern: /"errors"\s*:\s*\[\s*\{[^}]{0,300}"code"\s*:\s*(\d{1,4})\b/,
    codes: {
      "32": NOT_AUTHENTICATED,
      "64": ["permission", "the account of the user is suspended"],
      "88": ["limit", "too many requests: wait before the next one"],
      "89": ["either", "the token is invalid or has expired, or it was signed with another token secret"],
      "92": ["request", "the server requires https"],
      "99": ["either", "the server does not accept the key and secret of the client"],
      "135": CLOCK,
      "215": ["request", "the server found no usable OAuth parameters in the request"],
      "261": ["permission", "the application may not write"],
    },
  },
  {
    source:
      "https://twittercommunity.com/t/failed-to-validate-oauth-signature-and-token-when-acquiring-a-request-token/2397",
    codes: {
      "failed to validate oauth signature and token": [
        "either",
        "signature, key or token are wrong, or the timestamp is far from the server's time",
      ],
    },
  },
  {
    source:
      "https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/includes/class-wc-rest-authentication.php",
    codes: {
      woocommerce_rest_authentication_missing_parameter: ABSENT,
      "provided signature does not match": SIGNATURE,
      "signature method is invalid": METHOD,
      "failed to sort parameters": SIGNATURE,
      "consumer key is invalid": KEY_UNKNOWN,
      "invalid timestamp": CLOCK,
      "nonce has already been used": NONCE_USED,
      "api key provided does not have read": PERMISSION,
      "api key provided does not have write": PERMISSION,
    },
  },
  {
    source: "https://github.com/WP-API/OAuth1/blob/master/lib/class-wp-rest-oauth1.php",
    pattern: /\bjson_oauth1_([a-z_]{3,60})/i,
    codes: {
      signature_mismatch: SIGNATURE,
      nonce_already_used: NONCE_USED,
      invalid_timestamp: CLOCK,
    },
  },
  {
    source:
      "https://developer.mastercard.com/platform/documentation/errors-and-troubleshooting/oauth1-and-mtls-error-codes/",
    codes: {
      "oauth signatures did not match": SIGNATURE,
      "oauth signature parameter failed verification": SIGNATURE,
    },
  },
  {
    source: "https://github.com/Mastercard/client-encryption-python/issues/11",
    pattern: /"ReasonCode"\s*:\s*"(invalid_body_hash)"/i,
    codes: {
      invalid_body_hash: ["request", "oauth_body_hash is not the hash of the body that the server received"],
    },
  },
  {
    source: "https://github.com/tripit/api/issues/239",
    pattern: /<detailed_error_code>(104\.1)0*</,
    codes: { "104.1": SIGNATURE },
  },
  {
    source: "https://www.flickr.com/services/api/flickr.auth.oauth.checkToken.html",
    pattern: /(?:<err code="|"stat"\s*:\s*"fail"\s*,\s*"code"\s*:\s*"?)(\d{1,4})/,
    codes: {
      "96": SIGNATURE,
      "97": ["request", "the server found no signature in the request"],
      "100": KEY_UNKNOWN,
      "105": ["limit", "the service is unavailable at the moment"],
    },
  },
  {
    source: "https://github.com/discogs/discogs_client/issues/104",
    codes: { "invalid consumer": KEY_UNKNOWN },
  },
  {
    source: "https://developers.trello.com/page/authorization",
    pattern: /^(invalid token)\s*$/im,
    codes: { "invalid token": ["token", "the token was revoked or has expired"] },
  },
  {
    source: "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_errorcodes.htm",
    pattern: /\b(17(?:0[1-9]|10))\b.{0,40}(?:nonce|consumer|token|version|timestamp|ip|signature|callback)/i,
    codes: {
      "1701": NONCE_USED,
      "1702": ABSENT,
      "1703": TOKEN,
      "1704": VERSION,
      "1705": CLOCK,
      "1706": ABSENT,
      "1707": ABSENT,
      "1708": ["permission", "the server does not accept requests from this IP address"],
      "1709": METHOD,
      "1710": ["request", "the server does not accept oauth_callback"],
    },
  },
  {
    source: "https://github.com/googleworkspace/apps-script-oauth1/issues/27",
    pattern: /errorCode=(003200)\b/,
    codes: { "003200": NOT_AUTHENTICATED },
  },
  {
    source: "https://github.com/Opencast-Moodle/moodle-block_opencast/issues/144",
    codes: { "invalid signature for signature method": SIGNATURE },
  },
  {
    source: "https://github.com/magento/magento2/blob/2.4-develop/lib/internal/Magento/Framework/Oauth/Oauth.php",
    codes: { "the signature is invalid. verify and try again": SIGNATURE },
  },
  {
    source: "https://github.com/simplificator/simplificator-withings/issues/20",
    codes: { "the signature (using oauth) is invalid": SIGNATURE },
  },
  {
    source: "https://github.com/thephpleague/oauth1-client/issues/64",
    codes: { "oauth_signature does not match expected value": SIGNATURE },
  },
  {
    source: "https://github.com/p-m-p/node-fitbit/issues/7",
    codes: { "invalid signature or token": ["either", "signature or token are wrong"] },
  },
  {
    source: TWITTER,
    codes: {
      "could not authenticate you": NOT_AUTHENTICATED,
    },
  },
  {
    source: "https://www.rfc-editor.org/rfc/rfc5849#section-3.2",
    codes: {
      unauthorized_access: NOT_AUTHENTICATED,
      signature_invalid: SIGNATURE,
      "could not verify oauth request": NOT_AUTHENTICATED,
      "failed to verify signature": SIGNATURE,
      "message signature not valid": SIGNATURE,
      "incorrect signature": SIGNATURE,
      "signature mismatch": SIGNATURE,
      "signature does not match": SIGNATURE,
    },
  },
  {
    source: "https://github.com/solonas/OBP-PHP-HelloWorld/issues/4",
    codes: { "invalid signature": SIGNATURE },
  },
];
