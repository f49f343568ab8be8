/** Sends requests to the page's own server, always to paths below the path of the page. */

/** The server refused the input. */
export class RefusedError extends Error {
  override readonly name: string = "RefusedError";
}

/** @throws {@link RefusedError} with the server's reason; TypeError if there is no answer */
export function get<Answer>(path: string): Promise<Answer> {
  return ask(path, { method: "GET" });
}

/**
 * @param body sent as JSON
 * @throws the same errors as {@link get}
 */
export function post<Answer>(path: string, body?: object): Promise<Answer> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return ask(path, { method: "POST", ...content });
}

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, { ...init, cache: "no-store", credentials: "omit", redirect: "error" });
  // A proxy between this page and the server may answer with another page.
  const unreadable = (): never => {
    throw new RefusedError(`the server answered ${response.status}, without JSON`);
  };
  const answer = (await response.json().catch(unreadable)) as Answer & { readonly error?: string };
  if (!response.ok) throw new RefusedError(answer.error ?? `the server answered ${response.status}`);
  return answer;
}

/** A path with a query, without the parameters that are empty. */
export function withQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
