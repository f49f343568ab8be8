/**
 * The URL that a request names, from its target as received (RFC 9112 3.2); nothing decoded, nothing normalized.
 *
 * @module
 */

/** An absolute-form target up to its path. */
const AUTHORITY_RE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** What a Host header may be here: no userinfo, no path, nothing that would move the end of the authority. */
const HOST_RE = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/** Path and query alone, so that it is the verifier's origin that decides, and not the client. */
export function pathOf(target: string): string {
  const rest = target.replace(AUTHORITY_RE, "");
  return rest === target || rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * The absolute URL, where the client may choose the host: of the target if it is absolute, else of the Host header
 * (RFC 9112 3.3). The scheme is that of the connection, whatever the target says.
 *
 * @returns `undefined` where there is no host or more than one, or one that cannot stand in a URL
 */
export function absoluteUrl(target: string, encrypted: boolean, hosts: readonly string[]): string | undefined {
  const host = AUTHORITY_RE.exec(target)?.[1] ?? hosts[0];
  if (hosts.length > 1 || host === undefined || !HOST_RE.test(host)) return undefined;
  return `${encrypted ? "https" : "http"}://${host}${pathOf(target)}`;
}
