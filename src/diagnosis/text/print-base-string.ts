/** Ways to print the base string that a library signs. */

/** One library. */
export interface PrintedBaseString {
  readonly library: string;
  /** The language, named as in fixes. */
  readonly language: string;
  /** One line: code, or what to do instead. */
  readonly how: string;
}

export const PRINT_BASE_STRING: readonly PrintedBaseString[] = [
  {
    library: "oauthlib and requests-oauthlib",
    language: "Python",
    how: 'logging.basicConfig(); logging.getLogger("oauthlib").setLevel(logging.DEBUG)',
  },
  { library: "ScribeJava", language: "Java", how: "new ServiceBuilder(key).apiSecret(secret).debug().build(API)" },
  {
    library: "pecl/oauth",
    language: "PHP",
    how: '$oauth->enableDebug(); /* after the request: */ echo $oauth->debugInfo["sbs"];',
  },
  {
    library: "league/oauth1-client",
    language: "PHP",
    how: "class Logged extends HmacSha1Signature { protected function baseString(...$all) { error_log($text = parent::baseString(...$all)); return $text; } }",
  },
  {
    library: "Guzzle's oauth-subscriber",
    language: "PHP",
    how: "class Logged extends Oauth1 { protected function createBaseString(...$all): string { error_log($text = parent::createBaseString(...$all)); return $text; } }",
  },
  { library: "oauth gem", language: "Ruby", how: "puts request.signature_base_string(http, consumer, token)" },
  { library: "simple_oauth", language: "Ruby", how: "puts header.send(:signature_base)" },
  {
    library: "node-oauth",
    language: "JavaScript",
    how: "const sign = oauth._createSignatureBase; oauth._createSignatureBase = (...all) => { const text = sign.apply(oauth, all); console.log(text); return text; };",
  },
  {
    library: "oauth-1.0a",
    language: "JavaScript",
    how: "hash_function(baseString, key) { console.log(baseString); /* then as before */ }",
  },
  {
    library: "RestSharp",
    language: "C#",
    how: "set a breakpoint at the end of OAuthTools.ConcatenateRequestElements, whose result is the base string",
  },
  {
    library: "Postman",
    language: "Postman",
    how: "it prints none: send the request to countersign capture, which shows the base string of what arrives",
  },
];

/** Text for the advice to log the base string: a line for each library of the client's languages, or where to find the lines. */
export function printBaseStringText(languages: readonly string[]): string {
  const lines = PRINT_BASE_STRING.filter(({ language }) => languages.includes(language));
  if (lines.length === 0) return "docs/diagnosis.md#print-the-base-string has a line for each of the usual libraries.";
  return lines.map(({ library, how }) => `With ${library}: ${how}`).join(" ");
}
