/** Generators of URLs: every spelling of scheme, host, port, path and query that a client may use. */

import * as fc from "fast-check";

/** The reserved characters (RFC 3986 2.2). */
export const RESERVED = ":/?#[]@!$&'()*+,;=";

/** Pieces of a query or a form as clients write them: all legal in a URI, some with unusual syntax. */
export const QUERY_PIECES: readonly string[] = [
  ..."a a= = =b".split(" "),
  "",
  ..."a=b a==b a=b=c a=1+2 a=1%202 a=1%2B2 a=%C3%A9 a=%c3%a9 a=%FF a=%EF%BF%BD a=%25 a=? ? a;b=c a=b/c".split(" "),
  ..."a%5B0%5D=1 a[0]=1 a[]=1 a=~*'()!$,@: %61=b a=%00 b=2 __proto__=x realm=x A=b a-b=1 a_b=1 a.b=1".split(" "),
  ..."2=a 10=a a1=1 aa=1 a%20b=1 a+b=1 a=%E2%82%AC".split(" "),
];

/** A query without its question mark; `undefined` for no query. */
const query: fc.Arbitrary<string | undefined> = fc.option(
  fc.array(fc.constantFrom(...QUERY_PIECES), { maxLength: 5 }).map((pieces) => pieces.join("&")),
  { nil: undefined },
);

const SCHEMES = ["http", "https", "HTTP", "HttpS"];
const HOSTS =
  "example.com www.example.com EXAMPLE.Com Api.example.com 127.0.0.1 [::1] [2001:DB8::A] xn--bcher-kva.example a.b-c.example.".split(
    " ",
  );
const PORTS = ["", ":", ":80", ":80", ":443", ":443", ":8080", ":1", ":65535"];
const USERS = ["", "", "", "user@", "user:p%40ss@"];
const PATHS = [
  "",
  ..."/ // /pay /PAY /a/..b /a/.b /a/./b /a/../b /a//b/ /a%2Fb /a%2fb /%7Euser /%41%2Db /~user /r%20v/X /a;b=1;c=2".split(
    " ",
  ),
  ..."/a=b&c /(x)!*'$,@: /%C3%A9 /%FF /processing/api/v4/create-card-ref/39915".split(" "),
];
const FRAGMENTS = ["", "", "", "#", "#top", "#a?b=c&d"];

/** URLs of only scheme, host and path: some implementations have separate code for such URLs. */
const shortUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("http", "https"), fc.constantFrom(...HOSTS), fc.constantFrom(...PATHS))
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);

const fullUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...SCHEMES),
    fc.constantFrom(...USERS),
    fc.constantFrom(...HOSTS),
    fc.constantFrom(...PORTS),
    fc.constantFrom(...PATHS),
    query,
    fc.constantFrom(...FRAGMENTS),
  )
  .map(([scheme, user, host, port, path, queryText, fragment]) => {
    const mark = queryText === undefined ? "" : `?${queryText}`;
    return `${scheme}://${user}${host}${port}${path}${mark}${fragment}`;
  });

/** Origins in the spelling of the base string URI, also with the default port of the other scheme. */
export const PLAIN_ORIGINS: readonly string[] = [
  ...["https://gateway.example", "http://a.example:8080", "https://127.0.0.1:8443", "http://[::1]:81"],
  ...["http://a.example:443", "https://a.example:80", "https://www.shop.example"],
];

const PLAIN_NAMES = ["q", "Q", "q2", "q10", "q-1", "q_a", "q.x", "q~"];

/** A query as most clients write it: plain names, each with an encoded value, or as a switch without one. */
const plainQuery = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc
            .tuple(fc.constantFrom(...PLAIN_NAMES), value)
            .map((pair) => pair.map(encodeURIComponent).join("=")),
        },
        { weight: 1, arbitrary: fc.constantFrom("debug", "raw") },
      ),
      { maxLength: 4 },
    )
    .map((pieces) => pieces.join("&"));

/**
 * URLs as most clients write them, so that simple implementations are compared too: nothing is to be normalized, and only
 * values of the query are unusual.
 */
export const plainUrl = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...PLAIN_ORIGINS),
      fc.constantFrom(...PATHS.filter((path) => path !== "")),
      plainQuery(value),
    )
    .map(([origin, path, queryText]) => `${origin}${path}${queryText && "?"}${queryText}`);

/** Absolute URLs of legal characters. */
export const url: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: shortUrl },
  { weight: 2, arbitrary: fullUrl },
);
