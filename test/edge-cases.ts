/** Text that implementations read, order or show wrongly. */

/** What one reader reads differently from another. */
export const PIECES: readonly string[] = [
  "%7E",
  "~",
  "%7e",
  "%20",
  "+",
  "%2B",
  "%",
  "%25",
  "%zz",
  "%00",
  "\0",
  "\u0161",
  "\u016f",
  "\u0125",
  "&",
  "=",
  "==",
  "&&",
  ";",
  "?",
  "#",
  "/",
  "//",

  "/../",
  "/./",
  '"',
  "\\",
  '\\"',
  ",",
  ", ",
  " ",
  "\t",
  "\r\n ",
  ":",
  "@",
  "[",
  "é",
  "\xff",
  "%FF",
  "%C3%A9",
  "%EF%BF%BD",

  "oauth_",
  "oauth_nonce=",
  "&oauth_nonce=x",
  "&oauth_signature=x",
  "&oauth_token=",
  "&oauth_%FF=1",
  "&oauth_x=",
  ":80",
  ":443",

  'realm="x"',
  ', realm="x"',
  ', re%61lm="x"',
  ', oauth_nonce="x"',
  ', oauth_signature="x"',
  ", OAuth ",
  "OAuth ",
  "A",
  "0",
  ".",
];

/** C1 controls, line ends and marks of direction: logs and terminals obey them. */
export const OBEYED: readonly string[] = [
  ..."\u0080\u0085\u009b\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
];

/** Characters that nobody sees. */
export const INVISIBLE: readonly string[] = [..."\u00ad\u180e\u206a\ufff9\u{e0001}\u034f\u3164"];

/** What an implementation could answer to break out of any report. */
export const HOSTILE =
  "\x1b[2J\x07\u202Eevil\r\n::error::owned ##[error]owned\u2028]]></script><img src=x onerror=alert(1)>'\"&\ud800\ufffe\0";

/** What of it may not be left anywhere in a report. */
export const UNSEEN: RegExp = /[\x1b\x07\0\u202e\u2028\ud800\ufffe]/;
