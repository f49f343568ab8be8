/** Reads the data that a server has written into the page. */

/** The data; `undefined` for a page without. It removes them from the page. */
export function takePageData<Data>(): Data | undefined {
  const holder = document.querySelector('script[type="application/json"]');
  holder?.remove();
  return holder === null ? undefined : (JSON.parse(holder.textContent ?? "") as Data);
}
