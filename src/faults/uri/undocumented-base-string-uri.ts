/** Undocumented faults of the base string URI and its path (RFC 5849 3.4.1.2). */

import { specification } from "../../model/index.ts";
import { type EncoderChange, encodeWith } from "../encoding/encoder-changes.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeAuthority, changePath, joinUri } from "./uri-changes.ts";

const WHOLE_URI = {
  text: "Sign scheme, host and path of the request: https://host/path.",
  calls: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
};
const AS_SENT = "Sign the path exactly as it is in the request line.";

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

export const UNDOCUMENTED_URI_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "uri-scheme-missing", title: "Scheme missing from the URI", fix: WHOLE_URI }, [
    [
      "host-and-path",
      "The client signs host and path without scheme.",
      joinUri((_, authority, path) => authority + path),
    ],
    [
      "one-slash",
      "The client joins the URI like a file path, which leaves one slash after the scheme.",
      joinUri((scheme, authority, path) => `${scheme}:/${authority}${path}`),
    ],
  ]),
  faultInForms({ id: "uri-authority-missing", title: "Host missing from the URI", fix: WHOLE_URI }, [
    ["path", "The client signs the path alone.", joinUri((_scheme, _authority, path) => path)],
    [
      "target",
      "The client signs the request target: path and query.",
      joinUri((_scheme, _authority, path, query) => path + query),
    ],
  ]),
  {
    id: "uri-path-missing",
    title: "Path missing from the URI",
    what: "The client signs scheme and host without the path.",
    trigger: "/r",
    fix: WHOLE_URI,
    apply: joinUri((scheme, authority) => `${scheme}://${authority}`),
  },

  faultInForms(
    {
      id: "path-characters-encoded",
      title: "Path encoded like a parameter",
      trigger: "/users/@me",
      fix: AS_SENT,
    },
    [
      [
        "rfc5849",
        "The client encodes each segment of the path as in RFC 5849, so @ becomes %40.",
        encodeSegments((encode) => encode),
      ],
      [
        "tilde",
        "The client encodes each segment of the path, such as ~ as %7E.",
        encodeSegments(encodeWith({ escaped: "~" })),
      ],
      [
        "form",
        "The client encodes each segment of the path like a form, so a space becomes + and @ becomes %40.",
        encodeSegments(encodeWith({ bare: "*", escaped: "~", space: "+" })),
      ],
      ["plus", "The client writes a + in the path as %20.", changePath((path) => path.replaceAll("+", "%20"))],
    ],
  ),
  {
    id: "path-escapes-in-capitals",
    title: "Escapes of the path in capital letters",
    what: "The client writes escapes in the path with upper-case digits, but sends them in lower case.",
    trigger: "/a%2fb",
    fix: AS_SENT,
    // oauth-signature 1.5.0 (JavaScript) and google-oauth-client 1.34 (Java)
    apply: changePath((path) => path.replace(/%[0-9A-Fa-f]{2}/g, (digits) => digits.toUpperCase())),
  },
  {
    id: "host-dot-removed",
    title: "Dot at the end of the host removed",
    what: "The client signs the host without the dot at its end.",
    trigger: "https://example.com./r",
    fix: "Sign the host of the Host header.",
    // signet 0.17.0 (Ruby)
    apply: changeAuthority((authority) => authority.replace(/\.(?=:|$)/, "")),
  },
];
