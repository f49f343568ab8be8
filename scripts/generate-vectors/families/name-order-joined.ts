/** Names of which one starts the other: sorted by name, not as joined name=value strings. */

import { pairs, post, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["a-b stands after a, though the hyphen sorts before the equals sign", "a-b=1&a=2"],
  ["a1 stands after a, though 1 sorts before the equals sign", "a1=1&a=2"],
  ["a.b stands after a, though the period sorts before the equals sign", "a.b=1&a=2"],
  ["the name a= stands after a, though a%3D sorts before a=", "a%3D=1&a=2"],
  ["the name a& stands after a", "a%26=1&a=2"],
  ["the name of a and a space stands after a", "a%20=1&a=2"],
  ["aA stands after a: here both orders agree", "aA=1&a=2"],
  ["a, a-, a-b, a1, aa: all prefixes at once", "aa=1&a1=2&a-b=3&a-=4&a=5"],
  ["a twice beside a-b: values decide only within one name", "a=z&a-b=m&a=b"],
  [
    "client-order-id beside client_orderid: the hyphen sorts before the underscore",
    "client_orderid=1&client-order-id=2",
  ],
  [
    "client-order-id, client-orderid, client_orderid, clientorderid",
    "clientorderid=1&client_orderid=2&client-orderid=3&client-order-id=4",
  ],
  ["client_orderid beside client_order_id and client_order", "client_orderid=1&client_order_id=2&client_order=3"],
  ["an empty name stands first", "a=1&=2&-=3"],
  ["address1 beside address and address-1", "address1=1&address-1=2&address=3"],
  ["names around oauth_: oauth, oauth-x, oauth1, oauthz", "oauthz=1&oauth1=2&oauth-x=3&oauth=4"],
  ["OAUTH_nonce is no protocol parameter and is signed", "OAUTH_nonce=1&oauthnonce=2"],
  ["values: a, a-b, a1, a= of one name", "n=a%3D&n=a1&n=a-b&n=a"],
  ["values: empty, space, a of one name", "n=a&n=%20&n="],
];

/** See the module. */
export const nameOrderJoined: Family = {
  name: "name-order-joined",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([comment, form]) => ({
      comment,
      rule: comment.startsWith("values") ? "rfc5849-3.4.1.3.2-3" : "rfc5849-3.4.1.3.2-2",
      operation: "sign",
      input: signing(post(pairs(form))),
    })),
};
