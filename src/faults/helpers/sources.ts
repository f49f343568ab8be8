/** Source code that is evidence of several faults. */

export const OAUTH_1_0A = "https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js";
export const IMS_LTI = "https://github.com/omsmith/ims-lti/blob/HEAD/src/hmac-sha1.coffee";
