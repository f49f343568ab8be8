/** The numbers that forms of mistakes had in baselines before they had names. The list is fixed: no form is added to it. */

/** A line for each fault: its id, then the names of its forms from number 2 on. */
export const NAMES_BY_NUMBER = `
method-name-respelled lower-case no-hyphen
version-not-1-0 1.0A as-1
timestamp-fraction comma
body-hash-of-null-text null undefined braces
body-hash-of-other-bytes indented
body-hash-algorithm-fixed SHA-256
already-encoded-encoded-again values percent-signs
valueless-key-undefined null None true
value-cut-at-second-equals decoded-pairs
decoded-before-splitting plus-kept values-cut-at-equals values
query-decoded-twice decoded-again
empty-token-signed-not-sent oauth_callback oauth_verifier
empty-value-dropped protocol-too
falsy-value-emptied dropped
duplicate-last-wins in-each-place
duplicate-first-wins in-each-place
array-joined-with-comma commas-and-spaces semicolons bars spaces line-feeds ampersands nothing
array-index-appended brackets index-in-brackets from-[1] from-.0 from-_0 from-0 from-_1 from-1
brackets-stripped index-too
query-overrides-body body-overrides-query
non-post-form-body-left-out post-and-put
content-type-name-case-missed capitals-only
space-as-plus space=%2B&in=names-and-values space=%2B&in=values space=%2B&in=own-parameters bare=*&escaped=~&space=%2B&in=all bare=*&escaped=~&space=%2B&in=names-and-values bare=*&escaped=~&space=%2B&in=values bare=*&escaped=~&space=%2B&in=own-parameters escaped=~&space=%2B&in=all escaped=~&space=%2B&in=names-and-values escaped=~&space=%2B&in=values escaped=~&space=%2B&in=own-parameters bare=!*()&escaped=~&space=%2B&in=all bare=!*()&escaped=~&space=%2B&in=names-and-values bare=!*()&escaped=~&space=%2B&in=values bare=!*()&escaped=~&space=%2B&in=own-parameters bare=!*()&escaped=~&space=%2B&hex=lower&in=all bare=!*()&escaped=~&space=%2B&hex=lower&in=names-and-values bare=!*()&escaped=~&space=%2B&hex=lower&in=values bare=!*()&escaped=~&space=%2B&hex=lower&in=own-parameters bare=!*()'&escaped=~&space=%2B&hex=lower&in=all bare=!*()'&escaped=~&space=%2B&hex=lower&in=names-and-values bare=!*()'&escaped=~&space=%2B&hex=lower&in=values bare=!*()'&escaped=~&space=%2B&hex=lower&in=own-parameters bare=!'()*&space=%2B&in=all bare=!'()*&space=%2B&in=names-and-values bare=!'()*&space=%2B&in=values bare=!'()*&space=%2B&in=own-parameters bare=!'()*%3A%24%2C&space=%2B&in=all bare=!'()*%3A%24%2C&space=%2B&in=names-and-values bare=!'()*%3A%24%2C&space=%2B&in=values bare=!'()*%3A%24%2C&space=%2B&in=own-parameters bare=!'()*%3A%24%2C%5B%5D&space=%2B&in=all bare=!'()*%3A%24%2C%5B%5D&space=%2B&in=names-and-values bare=!'()*%3A%24%2C%5B%5D&space=%2B&in=values bare=!'()*%3A%24%2C%5B%5D&space=%2B&in=own-parameters bare=!'()*%3A%24%2C%40%3B&space=%2B&in=all bare=!'()*%3A%24%2C%40%3B&space=%2B&in=names-and-values bare=!'()*%3A%24%2C%40%3B&space=%2B&in=values bare=!'()*%3A%24%2C%40%3B&space=%2B&in=own-parameters bare=%24!*'()%2C&escaped=~&space=%2B&in=all bare=%24!*'()%2C&escaped=~&space=%2B&in=names-and-values bare=%24!*'()%2C&escaped=~&space=%2B&in=values bare=%24!*'()%2C&escaped=~&space=%2B&in=own-parameters bare=*%40.%24!'()&escaped=~&space=%2B&in=all bare=*%40.%24!'()&escaped=~&space=%2B&in=names-and-values bare=*%40.%24!'()&escaped=~&space=%2B&in=values bare=*%40.%24!'()&escaped=~&space=%2B&in=own-parameters bare=!'()&space=%2B&in=all bare=!'()&space=%2B&in=names-and-values bare=!'()&space=%2B&in=values bare=!'()&space=%2B&in=own-parameters escaped=-._~&space=%2B&in=all escaped=-._~&space=%2B&in=names-and-values escaped=-._~&space=%2B&in=values escaped=-._~&space=%2B&in=own-parameters space=%2B&hex=lower&in=all space=%2B&hex=lower&in=names-and-values space=%2B&hex=lower&in=values space=%2B&hex=lower&in=own-parameters escaped=~&space=%2B&hex=lower&in=all escaped=~&space=%2B&hex=lower&in=names-and-values escaped=~&space=%2B&hex=lower&in=values escaped=~&space=%2B&hex=lower&in=own-parameters
tilde-encoded escaped=~&in=names-and-values escaped=~&in=values escaped=~&in=own-parameters escaped=~&hex=lower&in=all escaped=~&hex=lower&in=names-and-values escaped=~&hex=lower&in=values escaped=~&hex=lower&in=own-parameters
encodeuricomponent-leftovers bare=!'()*&in=names-and-values bare=!'()*&in=values bare=!'()*&in=own-parameters bare=!*()&escaped=~&in=all bare=!*()&escaped=~&in=names-and-values bare=!*()&escaped=~&in=values bare=!*()&escaped=~&in=own-parameters bare=!*()&escaped=~&hex=lower&in=all bare=!*()&escaped=~&hex=lower&in=names-and-values bare=!*()&escaped=~&hex=lower&in=values bare=!*()&escaped=~&hex=lower&in=own-parameters bare=!*()'&escaped=~&hex=lower&in=all bare=!*()'&escaped=~&hex=lower&in=names-and-values bare=!*()'&escaped=~&hex=lower&in=values bare=!*()'&escaped=~&hex=lower&in=own-parameters bare=!'()*&hex=lower&in=all bare=!'()*&hex=lower&in=names-and-values bare=!'()*&hex=lower&in=values bare=!'()*&hex=lower&in=own-parameters bare=!'()*&escaped=~&in=all bare=!'()*&escaped=~&in=names-and-values bare=!'()*&escaped=~&in=values bare=!'()*&escaped=~&in=own-parameters bare=!'()*%24%2B%2C&escaped=~&in=all bare=!'()*%24%2B%2C&escaped=~&in=names-and-values bare=!'()*%24%2B%2C&escaped=~&in=values bare=!'()*%24%2B%2C&escaped=~&in=own-parameters
asterisk-bare bare=*&in=names-and-values bare=*&in=values bare=*&in=own-parameters bare=*&escaped=~&in=all bare=*&escaped=~&in=names-and-values bare=*&escaped=~&in=values bare=*&escaped=~&in=own-parameters
encodeuri-whole-url-encoder bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23&in=all bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23&in=values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23&in=own-parameters bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*&in=all bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*&in=names-and-values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*&in=values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*&in=own-parameters bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*%5B%5D&in=all bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*%5B%5D&in=names-and-values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*%5B%5D&in=values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C%23!'()*%5B%5D&in=own-parameters bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C!'()*%5B%5D&in=all bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C!'()*%5B%5D&in=names-and-values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C!'()*%5B%5D&in=values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C!'()*%5B%5D&in=own-parameters bare=!%24%26'()*%2B%2C%2F%3A%3B%3D%3F%40&in=all bare=!%24%26'()*%2B%2C%2F%3A%3B%3D%3F%40&in=names-and-values bare=!%24%26'()*%2B%2C%2F%3A%3B%3D%3F%40&in=values bare=!%24%26'()*%2B%2C%2F%3A%3B%3D%3F%40&in=own-parameters bare=!%24%26'()*%2B%2C%3A%3B%3D%5B%5D&in=all bare=!%24%26'()*%2B%2C%3A%3B%3D%5B%5D&in=names-and-values bare=!%24%26'()*%2B%2C%3A%3B%3D%5B%5D&in=values bare=!%24%26'()*%2B%2C%3A%3B%3D%5B%5D&in=own-parameters bare=!%24%26'()*%2B%2C%2F%3A%3D%40&in=all bare=!%24%26'()*%2B%2C%2F%3A%3D%40&in=names-and-values bare=!%24%26'()*%2B%2C%2F%3A%3D%40&in=values bare=!%24%26'()*%2B%2C%2F%3A%3D%40&in=own-parameters bare=!%24%26'()*%2B%2C%3B%3D&in=all bare=!%24%26'()*%2B%2C%3B%3D&in=names-and-values bare=!%24%26'()*%2B%2C%3B%3D&in=values bare=!%24%26'()*%2B%2C%3B%3D&in=own-parameters bare=!%24%26'()*%2B%2C%3B%3D%3A%40&in=all bare=!%24%26'()*%2B%2C%3B%3D%3A%40&in=names-and-values bare=!%24%26'()*%2B%2C%3B%3D%3A%40&in=values bare=!%24%26'()*%2B%2C%3B%3D%3A%40&in=own-parameters bare=!%24'()*%2B%2C%3B%3A%40%2F%3F&in=all bare=!%24'()*%2B%2C%3B%3A%40%2F%3F&in=names-and-values bare=!%24'()*%2B%2C%3B%3A%40%2F%3F&in=values bare=!%24'()*%2B%2C%3B%3A%40%2F%3F&in=own-parameters bare=%24%26%2B%3D%3A%40&in=all bare=%24%26%2B%3D%3A%40&in=names-and-values bare=%24%26%2B%3D%3A%40&in=values bare=%24%26%2B%3D%3A%40&in=own-parameters bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C&in=all bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C&in=names-and-values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C&in=values bare=%3B%2F%3F%3A%40%26%3D%2B%24%2C&in=own-parameters bare=%2F%3A&in=all bare=%2F%3A&in=names-and-values bare=%2F%3A&in=values bare=%2F%3A&in=own-parameters bare=%2F%3F&in=all bare=%2F%3F&in=names-and-values bare=%2F%3F&in=values bare=%2F%3F&in=own-parameters bare=%2F%3F%3A%40&in=all bare=%2F%3F%3A%40&in=names-and-values bare=%2F%3F%3A%40&in=values bare=%2F%3F%3A%40&in=own-parameters bare=%40%3A%24%2C%3B&in=all bare=%40%3A%24%2C%3B&in=names-and-values bare=%40%3A%24%2C%3B&in=values bare=%40%3A%24%2C%3B&in=own-parameters
slash-colon-bare bare=%2F&in=all bare=%2F&in=values bare=%2F&in=own-parameters bare=%2F&escaped=~&in=all bare=%2F&escaped=~&in=names-and-values bare=%2F&escaped=~&in=values bare=%2F&escaped=~&in=own-parameters
lowercase-hex hex=lower&in=names-and-values hex=lower&in=values hex=lower&in=own-parameters
plus-left-bare bare=%2B&in=names-and-values bare=%2B&in=values bare=%2B&in=own-parameters
brackets-bare bare=%5B%5D&in=names-and-values bare=%5B%5D&in=values bare=%5B%5D&in=own-parameters
unreserved-over-encoded escaped=-._&in=names-and-values escaped=-._&in=values escaped=-._&in=own-parameters escaped=-._~&in=all escaped=-._~&in=names-and-values escaped=-._~&in=values escaped=-._~&in=own-parameters escaped=-.~&hex=lower&in=all escaped=-.~&hex=lower&in=names-and-values escaped=-.~&hex=lower&in=values escaped=-.~&hex=lower&in=own-parameters
latin1-octets others-in-utf8&in=all others-in-utf8&in=names-and-values others-in-utf8&in=values others-in-utf8&in=own-parameters in=all in=names-and-values in=values in=own-parameters
percent-u-escape in=all in=names-and-values in=values in=own-parameters
multibyte-lost last-octet first-octet
non-ascii-to-question-mark each=character&in=all each=character&in=names-and-values each=character&in=values each=character&in=own-parameters each=unit&in=all each=unit&in=names-and-values each=unit&in=values each=unit&in=own-parameters each=octet&in=all each=octet&in=names-and-values each=octet&in=values each=octet&in=own-parameters
nfc-normalised NFC&in=all NFC&in=names-and-values NFC&in=values NFC&in=own-parameters NFKC&in=all NFKC&in=names-and-values NFKC&in=values NFKC&in=own-parameters
joined-pairs-sorted before-encoding
case-insensitive-sort upper-case
locale-sort joined-pairs
natural-number-sort names-only
not-sorted protocol-first protocol-last header-form-query
protocol-params-appended-unsorted protocol-first query-header-form
host-case-kept upper-case
scheme-case-kept upper-case
query-kept-in-uri parameters-not-signed sorted question-mark-only
path-lowercased upper-case
path-decoded twice plus-as-space
root-slash-missing sent-slash
path-parameters-dropped every-segment
method-lowercase lower-case capital-first
method-fixed GET
comma-join pairs-only
separators-encoded parts-too
parameters-encoded-three-times names-and-values both
secrets-not-encoded consumer-secret token-secret
token-secret-as-text-null null NULL None (null) nil false False 0 NaN <null> [object-Object] Optional("") "" always-undefined always-null always-None unencoded-null
token-secret-left-out no-ampersand
secret-trailing-newline crlf both-secrets both-secrets-crlf token-secret token-secret-crlf
key-encoded-twice joined-unencoded
plain-hash-of-key-and-base key-after no-key ampersand-after-key ampersand-before-key key-around md5-key-first md5-key-after md5-no-key sha1-key-first sha1-key-after sha1-no-key sha256-key-first sha256-key-after sha256-no-key sha512-key-first sha512-key-after sha512-no-key
hex-digest upper-case
base64-of-hex upper-case openssl opensslSHA1 opensslSHA2-256
base64url-alphabet unpadded
base64-unpadded one-less
base64-line-wrapped 60-lf-last 64-lf 64-lf-last 76-lf 76-lf-last 64-crlf 64-crlf-last 76-crlf 76-crlf-last
base64-trailing-newline crlf
hash-differs-from-method HMAC-SHA256 HMAC-SHA512 md5 sha224 sha384 sha256-cut
digest-through-text latin1 ascii
base-string-utf16 big-endian key-too key-only utf32 byte-order-mark
rsa-wrong-hash RSA-SHA256 RSA-SHA512 md5 sha224 sha384
rsa-hash-signed octets base64
rsa-raw-private-encrypt hash
rsa-key-used-as-hmac-secret encoded
header-values-not-encoded signature
header-form-encoded tilde-kept
header-unquoted single-quotes numbers signature
header-wrong-separator & ; . none | : &amp; %2C ,,
header-leading-comma no-space
scheme-missing Bearer_ Basic_ OAuth2_ OAuth1_ OAuth: OAuth:_ OAuth1.0_ OAuth_1.0_ OAuth1.0a_ Token_ OAuth twice header-name
value-serialised-differently numbers-for-booleans capitals-for-booleans number-or-nothing capitals-for-numbers null-for-empty None-for-empty no-zeros two-digits floating-point
timestamp-taken-twice later
params-in-two-places query
query-split-wrongly first-pair semicolons
group-left-out protocol
parameter-lost last empty-name repeated-names
parameters-signed-twice form protocol
body-as-parameter body
json-body-flattened json
list-signed-as-text repeated-json repeated-java repeated-array brackets-python brackets-json brackets-java brackets-array
few-characters-escaped escaped=separators&in=names-and-values escaped=separators&in=values escaped=separators&in=own-parameters escaped=spaces&in=all escaped=spaces&in=names-and-values escaped=spaces&in=values escaped=spaces&in=own-parameters escaped=spaces&hex=lower&in=all escaped=spaces&hex=lower&in=names-and-values escaped=spaces&hex=lower&in=values escaped=spaces&hex=lower&in=own-parameters escaped=not-in-urls&in=all escaped=not-in-urls&in=names-and-values escaped=not-in-urls&in=values escaped=not-in-urls&in=own-parameters escaped=not-in-urls&hex=lower&in=all escaped=not-in-urls&hex=lower&in=names-and-values escaped=not-in-urls&hex=lower&in=values escaped=not-in-urls&hex=lower&in=own-parameters
reserved-character-bare bare=%3A&in=names-and-values bare=%3A&in=values bare=%3A&in=own-parameters bare=%25&in=all bare=%25&in=names-and-values bare=%25&in=values bare=%25&in=own-parameters bare=%2C&in=all bare=%2C&in=names-and-values bare=%2C&in=values bare=%2C&in=own-parameters bare=%40&in=all bare=%40&in=names-and-values bare=%40&in=values bare=%40&in=own-parameters bare=%3D&in=all bare=%3D&in=names-and-values bare=%3D&in=values bare=%3D&in=own-parameters bare=%26&in=all bare=%26&in=names-and-values bare=%26&in=values bare=%26&in=own-parameters bare=%3B&in=all bare=%3B&in=names-and-values bare=%3B&in=values bare=%3B&in=own-parameters bare=%24&in=all bare=%24&in=names-and-values bare=%24&in=values bare=%24&in=own-parameters bare=%3F&in=all bare=%3F&in=names-and-values bare=%3F&in=values bare=%3F&in=own-parameters bare=%23&in=all bare=%23&in=names-and-values bare=%23&in=values bare=%23&in=own-parameters bare=%7C&in=all bare=%7C&in=names-and-values bare=%7C&in=values bare=%7C&in=own-parameters bare=%22&in=all bare=%22&in=names-and-values bare=%22&in=values bare=%22&in=own-parameters bare=%5C&in=all bare=%5C&in=names-and-values bare=%5C&in=values bare=%5C&in=own-parameters bare=%5E&in=all bare=%5E&in=names-and-values bare=%5E&in=values bare=%5E&in=own-parameters bare=%60&in=all bare=%60&in=names-and-values bare=%60&in=values bare=%60&in=own-parameters bare=%20&in=all bare=%20&in=names-and-values bare=%20&in=values bare=%20&in=own-parameters
every-octet-escaped hex=upper&in=names-and-values hex=upper&in=values hex=upper&in=own-parameters hex=lower&in=all hex=lower&in=names-and-values hex=lower&in=values hex=lower&in=own-parameters
escape-of-code-unit number&in=names-and-values number&in=values number&in=own-parameters percent-u&in=all percent-u&in=names-and-values percent-u&in=values percent-u&in=own-parameters
text-not-encoded in=values in=own-parameters
legacy-charset-octets windows-1252&in=names-and-values windows-1252&in=values windows-1252&in=own-parameters code-page-437&in=all code-page-437&in=names-and-values code-page-437&in=values code-page-437&in=own-parameters windows-1251&in=all windows-1251&in=names-and-values windows-1251&in=values windows-1251&in=own-parameters windows-1250&in=all windows-1250&in=names-and-values windows-1250&in=values windows-1250&in=own-parameters iso-8859-15&in=all iso-8859-15&in=names-and-values iso-8859-15&in=values iso-8859-15&in=own-parameters iso-8859-2&in=all iso-8859-2&in=names-and-values iso-8859-2&in=values iso-8859-2&in=own-parameters koi8-r&in=all koi8-r&in=names-and-values koi8-r&in=values koi8-r&in=own-parameters gbk&in=all gbk&in=names-and-values gbk&in=values gbk&in=own-parameters shift_jis&in=all shift_jis&in=names-and-values shift_jis&in=values shift_jis&in=own-parameters big5&in=all big5&in=names-and-values big5&in=values big5&in=own-parameters euc-kr&in=all euc-kr&in=names-and-values euc-kr&in=values euc-kr&in=own-parameters euc-jp&in=all euc-jp&in=names-and-values euc-jp&in=values euc-jp&in=own-parameters
utf8-twice latin1&in=names-and-values latin1&in=values latin1&in=own-parameters windows-1252&in=all windows-1252&in=names-and-values windows-1252&in=values windows-1252&in=own-parameters
octets-as-replacement-character in=names-and-values in=values in=own-parameters
utf8-sent-twice in=names-and-values in=values in=own-parameters
sorted-in-part own-unsorted-first protocol-listed-last protocol-listed-first token-last token-first callback-last callback-first verifier-last verifier-first version-last version-first consumer_key-last consumer_key-first nonce-last nonce-first timestamp-last timestamp-first signature_method-last signature_method-first first-moved form-last
uri-scheme-missing one-slash
uri-authority-missing target
path-characters-encoded tilde plus
parameters-encoded-once escapes-skipped bare=%25
base-string-separator-wrong nothing spaces commas plus-signs
base-string-part-missing uri parameters
base-string-parts-reordered parameters-before-uri
base-string-not-encoded uri-and-parameters uri-twice
base-string-encoded-differently bare=%3A%2F bare=%25%3A%2F%40!%24'()*%2B%2C%3B%5B%5D bare=%26%3D%3A%2F%40!%24'()*%2B%2C%3B%5B%5D escaped=~ escaped=-._ hex=lower
key-separator-wrong + : &amp; &-and-spaces
key-octets-decoded hex-with-token-secret base64-alone base64-with-token-secret guid-alone guid-with-token-secret guid-of-dotnet-alone guid-of-dotnet-with-token-secret
digest-formatted no-leading-zeros signed-octets signed-number backslash-x 0x 0x-upper-case list base64-of-hex
digest-cut-short first-20
`;

/** The form with its name, such as `method-fixed#GET`, for one with a number, such as `method-fixed#2`. */
export function namedForm(numbered: string): string | undefined {
  const [, id, number] = /^(.+)#(\d+)$/.exec(numbered) ?? [];
  if (id === undefined) return undefined;
  const line = NAMES_BY_NUMBER.split("\n").find((one) => one.startsWith(`${id} `));
  const name = line?.split(" ")[Number(number) - 1];
  return name === undefined || name === id ? undefined : `${id}#${name}`;
}
