/** Further faults of splitting the query or the form (RFC 5849 3.4.1.3.1). */

import { PARSE_QUERY } from "./correct-calls.ts";
import type { FaultDefinition } from "./fault.ts";
import { faultInForms } from "./forms.ts";
import { changePieces, changeQuery, escapeForDecoding } from "./query.ts";
import { get } from "./trigger-requests.ts";

const FIX = {
  text: "Split the query at & and each pair at its first =, decode each name and value once, and read + as a space.",
  calls: PARSE_QUERY,
};

/** Escapes the separators too, so that the text stays one name or one value. */
const asOnePiece = (text: string): string => escapeForDecoding(text).replaceAll("&", "%26").replaceAll("=", "%3D");

export const FURTHER_QUERY_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "query-split-wrongly", title: "Query split wrongly", trigger: get("/r?a=1&b=2"), fix: FIX }, [
    [
      "The client signs the whole query as one name without a value.",
      changeQuery((query) => (query === "" ? "" : `${asOnePiece(query)}=`)),
    ],
    [
      "The client signs the whole decoded query as one name without a value.",
      changeQuery((query) => query.replaceAll("&", "%26").replaceAll("=", "%3D")),
    ],
    [
      "The client signs all after the first = of the query as one value.",
      changeQuery((query) => query.replaceAll("&", "%26")),
    ],
    ["The client signs the first name with ? before it.", changeQuery((query) => (query === "" ? "" : `?${query}`))],
    [
      "The client signs only the text before the first & of the query.",
      changeQuery((query) => query.split("&", 1)[0]!),
    ],
    [
      "The client signs only the text after the last & of the query.",
      changeQuery((query) => query.slice(query.lastIndexOf("&") + 1)),
    ],
    ["The client splits the query at ; too.", changeQuery((query) => query.replaceAll(";", "&"))],
    [
      "The client splits the decoded query at ; too.",
      changeQuery((query) => query.replaceAll(";", "&").replace(/%3B/gi, "&")),
    ],
    ["The client splits the query at , too.", changeQuery((query) => query.replaceAll(",", "&"))],
    [
      "The client splits pairs at their last =.",
      changePieces((piece) => splitAtLast(piece)),
      ["value-cut-at-second-equals"],
    ],
    [
      "The client signs only the text after the last = of a pair as its value.",
      changePieces((piece) => piece.replace(/=.*=/s, "=")),
      ["value-cut-at-second-equals"],
    ],
    [
      "The client does not sign pairs with more than one =.",
      changePieces((piece) => (piece.split("=").length > 2 ? undefined : piece)),
    ],
    [
      "The client signs a name without = as the value of an empty name.",
      changePieces((piece) => (piece.includes("=") ? piece : `=${piece}`)),
    ],
    [
      "The client signs a name without = as its own value.",
      changePieces((piece) => (piece.includes("=") ? piece : `${piece}=${piece}`)),
    ],
    ["The client reads &amp; in the query as &.", changeQuery((query) => query.replaceAll("&amp;", "&"))],
    [
      "The client writes &amp; for & before it splits the query.",
      changeQuery((query) => query.replaceAll("&", "&amp;")),
    ],
  ]),
  faultInForms({ id: "query-decoded-wrongly", title: "Query decoded wrongly", trigger: get("/r?q=a+b"), fix: FIX }, [
    [
      "The client leaves the + of the query out.",
      changeQuery((query) => query.replaceAll("+", "")),
      ["space-replaced-before-encoding"],
    ],
    [
      "The client decodes only %20 in the query.",
      changeQuery((query) => query.replace(/%(?!20)/g, "%25")),
      ["already-encoded-encoded-again"],
    ],
    [
      "The client decodes the query except %2B.",
      changeQuery((query) => query.replace(/%2B/gi, "%252B")),
      ["already-encoded-encoded-again"],
    ],
    [
      "The client decodes the query except %2F.",
      changeQuery((query) => query.replace(/%(?=2F)/gi, "%25")),
      ["already-encoded-encoded-again"],
    ],
    [
      "The client decodes the query except reserved characters, as decodeURI does.",
      changeQuery((query) => query.replace(/%(?=2[346BCF]|3[ABDF]|40)/gi, "%25")),
      ["already-encoded-encoded-again"],
    ],
    [
      "The client signs the escapes of the query in upper case and encodes them again.",
      changeQuery((query) => escapeForDecoding(query).replace(/%25[0-9a-f]{2}/gi, (one) => one.toUpperCase())),
      ["already-encoded-encoded-again"],
    ],
    [
      "The client signs the escapes of the query in lower case and encodes them again.",
      changeQuery((query) => escapeForDecoding(query).replace(/%25[0-9a-f]{2}/gi, (one) => one.toLowerCase())),
      ["already-encoded-encoded-again"],
    ],
    ["The client leaves the % of the query out.", changeQuery((query) => query.replaceAll("%", ""))],
  ]),
];

/** Escapes all = of a pair except the last. */
function splitAtLast(piece: string): string {
  const at = piece.lastIndexOf("=");
  return at === -1 ? piece : piece.slice(0, at).replaceAll("=", "%3D") + piece.slice(at);
}
