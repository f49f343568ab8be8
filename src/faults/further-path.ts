/** Further faults of the path of the base string URI (RFC 5849 3.4.1.2). */

import { specification, toText } from "../model/index.ts";
import { latin1Octets } from "../platform/index.ts";
import { alsoEncode, type EncoderChange, leaveUnencoded } from "./encoder-changes.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";
import { changePath } from "./uri-changes.ts";

const AS_SENT = { text: "Sign the path exactly as it is in the request line." };

const startPathWith = (prefix: string): Form => [
  `The client signs the path with ${prefix} before it, which the request line does not contain.`,
  changePath((path) => prefix + path),
];
const endPathWith = (end: string): Form => [
  `The client signs the path with ${end} after it, which the request line does not contain.`,
  changePath((path) => path.replace(/\/$/, "") + end),
];

/** Decodes each segment of the path and encodes it with another encoder. */
const encodeSegments = (change: EncoderChange): StageChange => {
  const encode = change(specification.percentEncode);
  return changePath((path) =>
    path
      .split("/")
      .map((segment) => encode(specification.percentDecode(segment)))
      .join("/"),
  );
};
const plusForSpace: EncoderChange = (encode) => (octets) => encode(octets).replaceAll("%20", "+");
const changeEscapes = (change: (digits: string) => string): StageChange =>
  changePath((path) => path.replace(/%[0-9A-Fa-f]{2}/g, change));

/** Replaces segments that look like ids. */
const ID_SEGMENT_RE = /\/(?:\d+|[0-9A-Fa-f-]{16,})(?=\/|$)/g;
const signTemplate = (name: string): Form => [
  `The client signs the template of the path, with ${name} in place of an id.`,
  changePath((path) => path.replace(ID_SEGMENT_RE, () => `/${name}`)),
];

/** Replaces one slash of the path, counted from 0. */
const changeSlash = (at: number, replacement: string): StageChange =>
  changePath((path) => {
    const parts = path.split("/");
    return parts.length <= at + 1
      ? path
      : [parts.slice(0, at + 1).join("/"), parts.slice(at + 1).join("/")].join(replacement);
  });
const JSON_SLASHES: StageChange = replaceStage("baseStringUri", (make, url, all) =>
  make(url, all).replaceAll("/", "\\/"),
);
const latin1: EncoderChange = (encode) => (octets) => encode(latin1Octets(toText(octets)));

export const FURTHER_PATH_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "path-characters-encoded",
      title: "Path encoded like a parameter",
      trigger: get("/users/@me"),
      fix: AS_SENT,
    },
    comprising(
      ["path-decoded", "path-unreserved-decoded", "path-space-raw"],
      [
        [
          "The client encodes each segment of the path as in RFC 5849, so @ becomes %40.",
          encodeSegments((encode) => encode),
        ],
        [
          "The client encodes each segment of the path with a URI component encoder, so @ becomes %40.",
          encodeSegments(leaveUnencoded("!'()*")),
        ],
        [
          "The client encodes each segment of the path like a form, so a space becomes + and @ becomes %40.",
          encodeSegments((encode) => alsoEncode(/~/)(leaveUnencoded("*")(plusForSpace(encode)))),
        ],
        ["The client encodes the path in Latin-1.", encodeSegments(latin1)],
        ["The client writes a space in the path as +.", changePath((path) => path.replaceAll("%20", "+"))],
        [
          "The client encodes the whole path as one value, so / becomes %2F.",
          changePath((path) => specification.percentEncode(specification.percentDecode(path))),
        ],
        [
          "The client decodes the path and encodes it with an encoder for whole URLs, so %40 becomes @.",
          encodeSegments(leaveUnencoded(";,/?:@&=+$!*'()#")),
        ],
      ],
    ),
  ),
  faultInForms(
    { id: "path-plus-changed", title: "Plus sign of the path changed", trigger: get("/a+b"), fix: AS_SENT },
    [
      ["The client writes a + in the path as %20.", changePath((path) => path.replaceAll("+", "%20"))],
      ["The client writes a + in the path as a space.", changePath((path) => path.replaceAll("+", " "))],
      ["The client writes a + in the path as %2B.", changePath((path) => path.replaceAll("+", "%2B"))],
      ["The client writes an encoded + in the path as a plus.", changePath((path) => path.replaceAll("%2B", "+"))],
      ["The client leaves + out of the path.", changePath((path) => path.replaceAll("+", ""))],
    ],
  ),
  faultInForms(
    {
      id: "path-escape-case-changed",
      title: "Case of escapes changed in the path",
      trigger: get("/a%2Fb"),
      fix: AS_SENT,
    },
    [
      [
        "The client writes escapes in the path with lower-case digits.",
        changeEscapes((digits) => digits.toLowerCase()),
      ],
      [
        "The client writes escapes in the path with upper-case digits.",
        changeEscapes((digits) => digits.toUpperCase()),
      ],
    ],
  ),
  faultInForms({ id: "path-slashes-changed", title: "Slashes of the path added or lost", fix: AS_SENT }, [
    ["The client joins host and path with a slash too many.", changePath((path) => `/${path}`)],
    [
      "The client joins host and path without a slash.",
      changePath((path) => path.replace(/^\//, "")),
      ["root-slash-missing"],
    ],
    ["The client doubles the last slash of the path.", changePath((path) => path.replace(/\/(?=[^/]*$)/, "//"))],
    ...["second", "third", "fourth"].flatMap((place, at): Form[] => [
      [`The client doubles the ${place} slash of the path.`, changeSlash(at + 1, "//")],
      [`The client signs %2F for the ${place} slash of the path, which a proxy decodes.`, changeSlash(at + 1, "%2F")],
    ]),
    ["The client writes a backslash before each slash of the URI, as a JSON encoder does.", JSON_SLASHES],
    [
      "The client removes all slashes at the end of the path.",
      changePath((path) => path.replace(/\/+$/, "")),
      ["trailing-slash-dropped", "root-slash-missing"],
    ],
  ]),
  faultInForms(
    { id: "path-segments-left-out", title: "Segments of the path left out", trigger: get("/api/orders"), fix: AS_SENT },
    comprising(
      ["dot-segments-removed"],
      [
        [
          "The client signs the path without its last segment.",
          changePath((path) => path.replace(/(?<=.)\/[^/]*$/, "")),
          ["trailing-slash-dropped"],
        ],
        [
          "The client signs the path up to its last slash.",
          changePath((path) => path.replace(/[^/]+$/, "")),
          ["uri-path-missing", "trailing-slash-dropped"],
        ],
        [
          "The client signs the last segment of the path alone.",
          changePath((path) => path.replace(/^.*(?=\/[^/]+$)/, "")),
        ],
      ],
    ),
  ),
  faultInForms(
    { id: "path-template-signed", title: "Template of the path signed", trigger: get("/orders/17"), fix: AS_SENT },
    [signTemplate("{id}"), ...[":id", "{0}", "%7Bid%7D", "*", "%s", "undefined"].map(signTemplate)],
  ),
  faultInForms({ id: "path-prefix-added", title: "Path signed with a prefix", fix: AS_SENT }, [
    [
      "The client puts the first segment of the path before the path once more.",
      changePath((path) => path.replace(/^\/[^/]+/, "$&$&")),
    ],
    [
      "The client puts the whole path before the path once more.",
      changePath((path) => path + path),
      ["path-slashes-changed"],
    ],
    ...["/index.php", "/api", "/v1", "/v2", "/api/v1", "/rest", "/public", "/prod", "/test"].map(startPathWith),
  ]),
  faultInForms(
    {
      id: "path-extension-changed",
      title: "File name or extension of the path changed",
      trigger: get("/r.json"),
      fix: AS_SENT,
    },
    [
      [
        "The client signs the path without its extension.",
        changePath((path) => path.replace(/(?<=[^/])\.[A-Za-z]{2,5}$/, "")),
      ],
      [
        "The client signs the path without index.php or another name of a file at its end.",
        changePath((path) => path.replace(/(?<=\/)[^/]+\.[A-Za-z]{3,5}$/, "")),
        ["path-segments-left-out"],
      ],
      [
        "The client signs the path without index.php at its start.",
        changePath((path) => path.replace(/^\/index\.php(?=\/)/, "")),
      ],
      ...[".json", ".xml", ".php", "/index.php", "/index.html"].map(endPathWith),
    ],
  ),
];
