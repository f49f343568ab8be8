/** Undocumented faults of the base string URI and its path (RFC 5849 3.4.1.2). */

import { specification } from "../../model/index.ts";
import { type EncoderChange, encodeWith } from "../encoding/encoder-changes.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { get } from "../helpers/trigger-requests.ts";
import { changeAuthority, changePath, joinUri } from "./uri-changes.ts";

const WHOLE_URI = {
  text: "Sign scheme, host and path of the request: https://host/path.",
  calls: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
};
const AS_SENT = { text: "Sign the path exactly as it is in the request line." };

/** Signs another host, with the same port. */
const signHost = (change: (host: string) => string): StageChange =>
  changeAuthority((authority) => {
    const [, host, port] = /^(\[[^\]]*\]|[^:]*)([\s\S]*)$/.exec(authority)!;
    return change(host!) + port;
  });

/** Adds a port to a URL without one. */
const addPort = (port: string): StageChange =>
  changeAuthority((authority, parts) => (parts.port === undefined ? `${authority}:${port}` : authority));

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
    ["The client signs host and path without scheme.", joinUri((_, authority, path) => authority + path)],
    [
      "The client joins the URI like a file path, which leaves one slash after the scheme.",
      joinUri((scheme, authority, path) => `${scheme}:/${authority}${path}`),
    ],
  ]),
  faultInForms({ id: "uri-authority-missing", title: "Host missing from the URI", fix: WHOLE_URI }, [
    ["The client signs the path alone.", joinUri((_scheme, _authority, path) => path)],
    [
      "The client signs the request target: path and query.",
      joinUri((_scheme, _authority, path, query) => path + query),
    ],
  ]),
  faultInForms(
    {
      id: "uri-path-missing",
      title: "Path missing from the URI",
      trigger: get("/r"),
      fix: WHOLE_URI,
    },
    [
      [
        "The client signs scheme and host without the path.",
        joinUri((scheme, authority) => `${scheme}://${authority}`),
      ],
    ],
  ),
  faultInForms(
    {
      id: "uri-host-differs",
      title: "Different host signed",
      trigger: get("https://www.example.com/r"),
      fix: { text: "Sign the host of the Host header." },
    },
    [
      ["The client signs the host without www.", signHost((host) => host.replace(/^www\./i, ""))],
      [
        "The client signs the host with www. before it.",
        signHost((host) => (/^www\./i.test(host) ? host : `www.${host}`)),
      ],
      [
        "The client signs the host with a dot at its end.",
        signHost((host) => (host.endsWith(".") ? host : `${host}.`)),
      ],
      ["The client signs the host localhost whatever the URL is.", signHost(() => "localhost")],
    ],
  ),
  faultInForms(
    {
      id: "uri-port-invented",
      title: "Port signed that the URL does not have",
      fix: {
        text: "Leave the port out if the URL has none.",
        calls: { Java: "uri.getPort() == -1 ? host : host + port" },
      },
    },
    [
      ["The client writes a missing port as -1, as Java returns it.", addPort("-1")],
      ["The client writes a colon after the host, but no port.", addPort("")],
    ],
  ),
  faultInForms(
    {
      id: "path-characters-encoded",
      title: "Path encoded like a parameter",
      trigger: get("/users/@me"),
      fix: AS_SENT,
    },
    [
      [
        "The client encodes each segment of the path as in RFC 5849, so @ becomes %40.",
        encodeSegments((encode) => encode),
      ],
      ["The client encodes each segment of the path, such as ~ as %7E.", encodeSegments(encodeWith({ escaped: "~" }))],
      [
        "The client encodes each segment of the path like a form, so a space becomes + and @ becomes %40.",
        encodeSegments(encodeWith({ bare: "*", escaped: "~", spaceAsPlus: true })),
      ],
      ["The client writes a + in the path as %20.", changePath((path) => path.replaceAll("+", "%20"))],
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
        changePath((path) => path.replace(/%[0-9A-Fa-f]{2}/g, (digits) => digits.toLowerCase())),
      ],
    ],
  ),
  faultInForms(
    {
      id: "path-segments-left-out",
      title: "Segments of the path left out",
      trigger: get("/api/orders"),
      fix: AS_SENT,
    },
    [
      ["The client signs the path without its last segment.", changePath((path) => path.replace(/(?<=.)\/[^/]*$/, ""))],
      [
        "The client signs the last segment of the path alone.",
        changePath((path) => path.replace(/^.*(?=\/[^/]+$)/, "")),
      ],
    ],
  ),
  faultInForms({ id: "path-prefix-added", title: "Path signed with a prefix", fix: AS_SENT }, [
    [
      "The client puts the first segment of the path before the path once more.",
      changePath((path) => path.replace(/^\/[^/]+/, "$&$&")),
    ],
    [
      "The client signs the path with /index.php before it, which the request line does not contain.",
      changePath((path) => `/index.php${path}`),
    ],
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
        "The client signs the path without index.php at its start.",
        changePath((path) => path.replace(/^\/index\.php(?=\/)/, "")),
      ],
      ...[".json", ".xml", ".php"].map(
        (end) =>
          [
            `The client signs the path with ${end} after it, which the request line does not contain.`,
            changePath((path) => path.replace(/\/$/, "") + end),
          ] as const,
      ),
    ],
  ),
];
