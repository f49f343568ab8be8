/** Further faults of writing the Authorization header (RFC 5849 3.5.1). */

import { sameOctets } from "../model/index.ts";
import type { FaultDefinition } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { changeHeader, changeHeaderEncoding } from "./header-changes.ts";

const FIX = {
  text: "Write the scheme and a space, then each name, = and the encoded value in quotes, separated by commas.",
  calls: {
    JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
  },
};

const endWith = (name: string, end: string): Form => [
  `The client writes ${name} after the last header parameter.`,
  changeHeader((header) => header + end),
];
const wrapIn = (name: string, before: string, after: string): Form => [
  `The client writes ${name} around the header parameters.`,
  changeHeader((header) =>
    header.replace(/^(OAuth )([\s\S]*)$/, (_, scheme: string, rest: string) => scheme + before + rest + after),
  ),
];
/** Writes each parameter in another way. */
const writePairs = (what: string, write: (name: string, value: string) => string): Form => [
  `The client writes ${what} in the header.`,
  changeHeader((header) =>
    header.replace(/([^\s",=]+)="([^"]*)"/g, (_, name: string, value: string) => write(name, value)),
  ),
];

export const FURTHER_SENDING_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "header-trailing-separator", title: "Separator after the last header parameter", fix: FIX }, [
    endWith("a comma", ","),
    endWith("a semicolon", ";"),
    endWith("an ampersand", "&"),
    endWith("a full stop", "."),
    endWith("a quotation mark", '"'),
  ]),
  faultInForms({ id: "header-pair-malformed", title: "Header parameter malformed", fix: FIX }, [
    writePairs("a colon instead of = between name and value", (name, value) => `${name}:"${value}"`),
    writePairs("a colon and a space instead of = between name and value", (name, value) => `${name}: "${value}"`),
    writePairs("spaces around the = between name and value", (name, value) => `${name} = "${value}"`),
    writePairs("=> instead of = between name and value", (name, value) => `${name}=>"${value}"`),
    writePairs("== instead of = between name and value", (name, value) => `${name}=="${value}"`),
    writePairs("names in quotes too", (name, value) => `"${name}"="${value}"`),
    writePairs("names and values as in JSON", (name, value) => `"${name}":"${value}"`),
    writePairs("each pair in quotes", (name, value) => `"${name}=${value}"`),
    writePairs("backslashes before the quotation marks", (name, value) => `${name}=\\"${value}\\"`),
    writePairs("two quotation marks around each value", (name, value) => `${name}=""${value}""`),
    [
      "The client leaves out the last quotation mark of the header.",
      changeHeader((header) => header.replace(/"$/, "")),
    ],
    writePairs("typographic quotation marks", (name, value) => `${name}=\u201c${value}\u201d`),
    writePairs("closing typographic quotation marks", (name, value) => `${name}=\u201d${value}\u201d`),
    writePairs("%22 instead of quotation marks", (name, value) => `${name}=%22${value}%22`),
    writePairs("&quot; instead of quotation marks", (name, value) => `${name}=&quot;${value}&quot;`),
    writePairs("backquotes instead of quotation marks", (name, value) => `${name}=\`${value}\``),
    writePairs("angle brackets around values", (name, value) => `${name}="<${value}>"`),
  ]),
  faultInForms({ id: "header-wrapped", title: "Header parameters in brackets or quotes", fix: FIX }, [
    wrapIn("braces", "{", "}"),
    wrapIn("square brackets", "[", "]"),
    wrapIn("parentheses", "(", ")"),
    wrapIn("quotation marks", '"', '"'),
    wrapIn("single quotation marks", "'", "'"),
    ["The client writes quotation marks around the whole header value.", changeHeader((header) => `"${header}"`)],
    [
      "The client writes single quotation marks around the whole header value.",
      changeHeader((header) => `'${header}'`),
    ],
    ["The client writes square brackets around the whole header value.", changeHeader((header) => `[${header}]`)],
  ]),
  faultInForms({ id: "header-values-encoded-twice", title: "Header values encoded twice", fix: FIX }, [
    [
      "The client percent-encodes all values of the header twice: %252B instead of %2B.",
      changeHeaderEncoding((_, encoded) => encoded.replaceAll("%", "%25")),
      ["signature-encoded-twice-in-header"],
    ],
    [
      "The client percent-encodes all values of the header twice, but not the signature.",
      changeHeaderEncoding((octets, encoded, { signature = "" }) =>
        sameOctets(octets, signature) ? encoded : encoded.replaceAll("%", "%25"),
      ),
    ],
  ]),
];
