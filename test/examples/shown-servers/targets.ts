/** Request targets that a router and a verifier may read differently. */

/** Spellings of a path, and of other targets that contain it. */
export function spellings(path: string): string[] {
  const [first = "", ...rest] = path.slice(1);
  const encoded = `/%${first.charCodeAt(0).toString(16)}${rest.join("")}`;
  return [
    ...[`/other?x=${path}`, `/other?${path}`, `${path}?x=${path}`, `/?${path}`, `/other#${path}`, `/other;x=${path}`],
    ...[encoded, encoded.toUpperCase(), path.replaceAll("/", "%2F"), `/${path.slice(1).replaceAll("/", "%2f")}`],
    ...[`/other/..${path}`, `/other/%2e%2e${path}`, `/other/..%2f${path.slice(1)}`, `/.${path}`, `${path}/..${path}`],
    ...[path.toUpperCase(), `/${path}`, `//other.example${path}`, `${path}/`, `${path}//`, `${path};x=1`, `${path}%20`],
    ...[`http://other.example${path}`, `HTTP://other.example/other?${path}`, `http://other.example?${path}`],
    ...[
      `http://${path}`,
      `/http://other.example${path}`,
      `\\other\\..${path}`,
      `/other\\..${path}`,
      "*",
      path.slice(1),
    ],
  ];
}

/** What a target names without the host that it may begin with, which no server here uses (RFC 9112 3.2.2). */
export function withoutHost(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/?)/i, "/");
}
