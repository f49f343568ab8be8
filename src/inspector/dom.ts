/** Builds elements. Text only becomes text nodes, so that no part of a request is ever parsed as HTML. */

type Value = string | boolean | undefined;
type Child = Node | string | undefined;

/** Attributes by name. `true` is an attribute without a value; `false` and `undefined` leave the attribute out. */
export type Attributes = Readonly<Record<string, Value>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Words of scripts that are written from right to left. */
const RIGHT_TO_LEFT_RE = /([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}][\p{L}\p{M}\p{N}_]*)/u;

/** A sentence that contains words of a request, which must not change the order of the words around them. */
export function isolated(text: string): (Node | string)[] {
  return text.split(RIGHT_TO_LEFT_RE).map((piece, at) => (at % 2 === 1 ? element("bdi", {}, piece) : piece));
}

/** A button that calls a function. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** A button that copies text, and briefly confirms it. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const made = button(label, () => {
    void copy(text()).then(
      () => say("copied"),
      () => say("not copied: the browser does not allow it"),
    );
  });
  function say(outcome: string): void {
    made.textContent = outcome;
    setTimeout(() => {
      made.textContent = label;
    }, 1500);
  }
  return made;
}

/** The clipboard is not available to a page that was loaded over http from another machine. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** The number of fields so far, for unique ids: two tabs may have the same field names. */
let fields = 0;

/** A field with its label and, below it, a hint. */
export function field(label: string, input: HTMLElement, hint?: string): HTMLElement {
  const id = `field-${++fields}`;
  input.id = id;
  if (hint !== undefined) input.setAttribute("aria-describedby", `${id}-hint`);
  const below = hint === undefined ? undefined : element("p", { class: "hint", id: `${id}-hint` }, hint);
  return element("div", { class: "field" }, element("label", { for: id }, label), input, below);
}

/** Replaces the children of an element; equal children are kept, with the user's selection in them. */
export function replaceChanged(parent: Element, children: readonly Element[]): void {
  for (const [at, child] of children.entries()) {
    const before = parent.children[at];
    if (before === undefined) parent.append(child);
    else if (!before.isEqualNode(child)) before.replaceWith(child);
  }
  while (parent.children.length > children.length) parent.lastElementChild!.remove();
}
