/** Lets one tab request that another shows the smallest request of a fault. */

const NAME = "countersign-show-example";

/** Requests the example of a fault. */
export function showExample(id: string): void {
  document.dispatchEvent(new CustomEvent<string>(NAME, { detail: id }));
}

/** Calls a function with the id of the fault whose request the user wants to see. */
export function onShowExample(show: (id: string) => void): void {
  document.addEventListener(NAME, (event) => show((event as CustomEvent<string>).detail));
}
