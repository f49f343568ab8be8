/** Requests that show the forms of faults which the smallest request of their fault does not show. */

import { TRIGGER_PRIVATE_KEY } from "../../scripts/fault-pages/signed-trigger.ts";
import { get, postBody } from "../../src/faults/helpers/trigger-requests.ts";
import type { SigningInput } from "../../src/model/index.ts";

export const PUNCTUATION = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const FORM = "application/x-www-form-urlencoded";
export const LETTERS = "aZ09é€日Ã©й한あｱ😀ﬁ\u0301\r\n\t\x7f";

const protocol = (changes: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries({
    oauth_consumer_key: "c k",
    oauth_token: "t/k",
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: "1700000000",
    oauth_nonce: "n+1",
    oauth_version: "1.0",
    oauth_callback: "https://client.example/cb?a=b",
    oauth_verifier: "v~",
    ...changes,
  });

const query = (...pairs: readonly (readonly [string, string])[]): string =>
  pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");

export const REQUESTS: readonly SigningInput[] = [
  get(`/r?${query(["q", PUNCTUATION + LETTERS], [PUNCTUATION, "1"])}`, { protocolParameters: protocol() }),
  get(`/r?${query([LETTERS, "a b"], ["b", LETTERS])}`, { consumerSecret: PUNCTUATION, tokenSecret: LETTERS }),
  get("/r?a=1", { protocolParameters: protocol({ oauth_nonce: PUNCTUATION + LETTERS, oauth_token: "" }) }),
  get("/r?b=9&ab=1&_c=2&b-d=3&b_d=7&b0d=1&bc=4&b=8&=5&e=&f&t=true&n=10.50&d=a;g=2&h%5B%5D=1&h%5B%5D=2&i%5Bj%5D=1"),
  get("/a;v=1/b;w=2?k%5B2%5D=1&k%5B10%5D=2&k%26=a%26b%3Dc&k%26x=a%2526b&k=%E9%FF&k=%C3%83%C2%A9&k=e%CC%81&k=%EF%AC%81"),
  get("https://example.com/?m%5B10%5D=a&m%5B2%5D=a%2Cb&p+q=a%2Bb&x=%C3%A9", { protocolParameters: [] }),
  {
    method: "POST",
    url: "HTTPS://USER:pw@Example.COM:443/index.php/A%252fb+c/../x%7e//y.json/?q=1&A=2#part",
    form: [
      ...([
        ["z", "1"],
        ["a", "2&b"],
        ["q", "1"],
        ["note", "a\r\nb"],
        ["l[]", "x"],
        ["l[]", "y"],
        ["empty", ""],
      ] as const),
      ...([
        ["e", "e\u0301"],
        ["f", "\ufb01"],
        ["g", "Ã©"],
      ] as const),
    ],
    protocolParameters: protocol({ oauth_signature_method: "HMAC-SHA256" }),
    signatureMethod: "HMAC-SHA256",
    consumerSecret: "cs\n",
    tokenSecret: "t s",
  },
  get("http://example.com:8080/r?a=1", {
    consumerSecret: "b17f59b4-a7dc-41b4-8ff9-37d986b43d20",
    tokenSecret: "00ff",
    protocolParameters: protocol(),
  }),
  get("/r", { protocolParameters: [] }),
  get("/r?k=&k=&k=&l=&l=1&l=&%E9%5Ba%5D=1", { protocolParameters: protocol() }),
  { ...postBody("application/json", '{"a":1}', { protocolParameters: protocol(), bodyHash: true }), method: "put" },
  { ...get("/r?a=2"), method: "DELETE", form: [["b", "1"]], headers: [["Content-Type", FORM]] },
  get("/r?a=1", { signatureMethod: "PLAINTEXT", tokenSecret: "t&s" }),
  ...(["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"] as const).map((signatureMethod) =>
    get("/r?a=1", { signatureMethod, privateKey: TRIGGER_PRIVATE_KEY }),
  ),
];
