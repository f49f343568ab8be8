/** Names that are prefixes of other names: parameters are sorted by name, not as joined name=value strings. */

import { pairs, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["a-b sorts after a, although the hyphen sorts before the equals sign", "a-b=1&a=2"],
  ["a1 sorts after a, although 1 sorts before the equals sign", "a1=1&a=2"],
  ["a.b sorts after a, although the period sorts before the equals sign", "a.b=1&a=2"],
  ["the name a= sorts after a, although a%3D sorts before a=", "a%3D=1&a=2"],
  ["the name a& sorts after a", "a%26=1&a=2"],
  ["the name a followed by a space sorts after a", "a%20=1&a=2"],
  ["aA sorts after a in both orders", "aA=1&a=2"],
  ["a, a-, a-b, a1 and aa together", "aa=1&a1=2&a-b=3&a-=4&a=5"],
  ["a twice and a-b: values are compared only if the names are equal", "a=z&a-b=m&a=b"],
  ["client-order-id and client_orderid: the hyphen sorts before the underscore", "client_orderid=1&client-order-id=2"],
  [
    "client-order-id, client-orderid, client_orderid, clientorderid",
    "clientorderid=1&client_orderid=2&client-orderid=3&client-order-id=4",
  ],
  ["client_orderid, client_order_id and client_order", "client_orderid=1&client_order_id=2&client_order=3"],
  ["an empty name sorts first", "a=1&=2&-=3"],
  ["address1, address and address-1", "address1=1&address-1=2&address=3"],
  ["names that sort near oauth_: oauth, oauth-x, oauth1, oauthz", "oauthz=1&oauth1=2&oauth-x=3&oauth=4"],
  ["OAUTH_nonce is not a protocol parameter and is signed", "OAUTH_nonce=1&oauthnonce=2"],
  ["values of one name: a, a-b, a1, a=", "n=a%3D&n=a1&n=a-b&n=a"],
  ["values of one name: empty, space, a", "n=a&n=%20&n="],
];

export const nameOrderJoined: Family = {
  name: "name-order-joined",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([comment, form]) =>
      toSign(comment, comment.startsWith("values") ? "rfc5849-3.4.1.3.2-3" : "rfc5849-3.4.1.3.2-2", post(pairs(form))),
    ),
};
