/** Reads the data that a server has written into the page. */

/** Returns the data and removes it from the page; `undefined` if the page contains none. */
export function takePageData<Data>(): Data | undefined {
  const holder = document.querySelector('script[type="application/json"]');
  holder?.remove();
  return holder === null ? undefined : (JSON.parse(holder.textContent ?? "") as Data);
}
