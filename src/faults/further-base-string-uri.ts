/** Further faults of the base string URI (RFC 5849 3.4.1.2). */

import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { get } from "./trigger-requests.ts";
import { changeAuthority, changeUri, joinUri } from "./uri-changes.ts";

const WHOLE_URI = {
  text: "Sign scheme, host and path of the request: https://host/path.",
  calls: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
};

/** Signs another host; the port stays. */
const signHost = (change: (host: string) => string): StageChange =>
  changeAuthority((authority) => {
    const [, host, port] = /^(\[[^\]]*\]|[^:]*)([\s\S]*)$/.exec(authority)!;
    return change(host!) + port;
  });
const otherHost = (host: string): Form => [
  `The client signs the host ${host} whatever the URL is.`,
  signHost(() => host),
];

/** Adds a port to a URL without one. */
const addPort = (port: string): StageChange =>
  changeAuthority((authority, parts) => (parts.port === undefined ? `${authority}:${port}` : authority));
const otherPort = (port: string): Form => [
  `The client signs port ${port}, which the URL does not have.`,
  addPort(port),
];

const addToUri = (name: string, before: string, after: string, includes: readonly string[] = []): Form => [
  `The client signs the URI with ${name}.`,
  changeUri((uri) => before + uri + after),
  includes,
];

export const FURTHER_BASE_STRING_URI_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "uri-scheme-missing", title: "Scheme missing from the URI", fix: WHOLE_URI }, [
    ["The client signs host and path without scheme.", joinUri((_, authority, path) => authority + path)],
    ["The client signs a URI that starts with //.", joinUri((_, authority, path) => `//${authority}${path}`)],
    ["The client signs a URI that starts with ://.", joinUri((_, authority, path) => `://${authority}${path}`)],
    [
      "The client joins the URI like a file path, which leaves one slash after the scheme.",
      joinUri((scheme, authority, path) => `${scheme}:/${authority}${path}`),
    ],
    [
      "The client writes the scheme without the colon after it.",
      joinUri((scheme, authority, path) => `${scheme}//${authority}${path}`),
    ],
    [
      "The client adds :// to a scheme that already ends with a colon.",
      joinUri((scheme, authority, path) => `${scheme}:://${authority}${path}`),
    ],
    ...["undefined", "null"].map(
      (word): Form => [
        `The client writes a missing scheme as ${word}.`,
        joinUri((_, authority, path) => `${word}://${authority}${path}`),
      ],
    ),
  ]),
  faultInForms(
    {
      id: "uri-authority-missing",
      title: "Host missing from the URI",
      fix: WHOLE_URI,
    },
    [
      ["The client signs the path alone.", joinUri((_scheme, _authority, path) => path)],
      [
        "The client signs the request target: path and query.",
        joinUri((_scheme, _authority, path, query) => path + query),
      ],
      [
        "The client signs the path alone, without its first slash.",
        joinUri((_scheme, _authority, path) => path.replace(/^\//, "")),
        ["base-string-part-missing"],
      ],
      ["The client signs scheme and path without host.", joinUri((scheme, _authority, path) => `${scheme}://${path}`)],
    ],
  ),
  faultInForms({ id: "uri-path-missing", title: "Path missing from the URI", trigger: get("/r"), fix: WHOLE_URI }, [
    [
      "The client signs scheme and host without the path.",
      joinUri((scheme, authority) => `${scheme}://${authority}`),
      ["root-slash-missing"],
    ],
    [
      "The client signs scheme and host with / as the path.",
      joinUri((scheme, authority) => `${scheme}://${authority}/`),
    ],
    ["The client signs the host alone.", joinUri((_, authority) => authority)],
  ]),
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
        "The client signs the host without its first label.",
        signHost((host) => host.replace(/^[^.]+\.(?=[^.]+\.)/, "")),
      ],
      ["The client signs the host without the dot at its end.", signHost((host) => host.replace(/\.$/, ""))],
      [
        "The client signs the host with a dot at its end.",
        signHost((host) => (host.endsWith(".") ? host : `${host}.`)),
      ],
      ...["localhost", "127.0.0.1", "0.0.0.0", "example.com", "undefined", "null"].map(otherHost),
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
      ...["0", "undefined", "null", "None"].map(
        (word): Form => [`The client writes a missing port as ${word}.`, addPort(word)],
      ),
      [
        "The client signs the default port of the other scheme.",
        changeAuthority((authority, { scheme, port }) =>
          port === undefined ? `${authority}:${scheme.toLowerCase() === "https" ? 80 : 443}` : authority,
        ),
      ],
      ...["8080", "3000", "5000", "8000", "8443"].map(otherPort),
      ["The client writes the port twice.", changeAuthority((authority) => authority.replace(/:\d+$/, "$&$&"))],
    ],
  ),
  faultInForms({ id: "uri-text-added", title: "Text added to the URI", fix: WHOLE_URI }, [
    addToUri("a line break after it", "", "\n"),
    addToUri("a carriage return and a line break after it", "", "\r\n"),
    addToUri("a space after it", "", " "),
    addToUri("a space before it", " ", ""),
    addToUri("an empty query after it", "", "?", ["query-kept-in-uri"]),
    addToUri("an ampersand after it", "", "&"),
    addToUri("the sign for a fragment after it", "", "#", ["fragment-kept"]),
    addToUri("double quotes around it", '"', '"'),
    addToUri("single quotes around it", "'", "'"),
    addToUri("angle brackets around it", "<", ">"),
    [
      "The client puts scheme and host before a URL that already contains them.",
      joinUri((scheme, authority, path) => `${scheme}://${authority}${scheme}://${authority}${path}`),
    ],
  ]),
];
