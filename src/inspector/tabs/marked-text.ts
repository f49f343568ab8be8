/** Texts whose parameters are marked. Pointing at a parameter highlights it in every text of the tab. */

import { visible } from "../../redaction/visible.ts";
import { element } from "../dom.ts";
import type { Span } from "../sign/index.ts";

/** Parameters that are next to each other have different colours. */
const COLOURS = 6;

/** A piece of a text that belongs to a parameter. A number identifies the parameter, not text of the request. */
function markedPiece(text: string, parameter: number): HTMLElement {
  return element(
    "span",
    { class: `parameter colour-${parameter % COLOURS}`, "data-parameter": String(parameter) },
    text,
  );
}

/** A text with its parameters marked. */
export function markedText(text: string, spans: readonly Span[]): HTMLElement {
  const pieces: (HTMLElement | string)[] = [];
  let at = 0;
  for (const { start, end, parameter } of [...spans].sort((a, b) => a.start - b.start)) {
    pieces.push(visible(text.slice(at, start)), markedPiece(visible(text.slice(start, end)), parameter));
    at = end;
  }
  return element("code", {}, ...pieces, visible(text.slice(at)));
}

const OCTETS_IN_ROW = 16;
/** More octets would make the page slow. */
const MOST_OCTETS = 8192;

/** The octets of an ASCII text in hexadecimal, sixteen in a row. A hidden octet is shown as dots. */
export function markedOctets(text: string, spans: readonly Span[]): HTMLElement {
  const owners = new Map<number, number>();
  for (const { start, end, parameter } of spans) for (let at = start; at < end; at++) owners.set(at, parameter);
  const pieces: (HTMLElement | string)[] = [];
  const length = Math.min(text.length, MOST_OCTETS);
  for (let row = 0; row < length; row += OCTETS_IN_ROW) {
    const end = Math.min(row + OCTETS_IN_ROW, length);
    pieces.push(`${row.toString(16).padStart(6, "0")}  `);
    for (let at = row; at < end; ) {
      const owner = owners.get(at);
      const start = at;
      while (at < end && owners.get(at) === owner) at += 1;
      const octets = Array.from(text.slice(start, at), octetText).join(" ");
      pieces.push(owner === undefined ? octets : markedPiece(octets, owner), at < end ? " " : "");
    }
    pieces.push("\n");
  }
  if (text.length > length) pieces.push(`… ${text.length - length} more octets`);
  return element("code", { class: "octets" }, ...pieces);
}

function octetText(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0x7f ? "••" : code.toString(16).toUpperCase().padStart(2, "0");
}

/** Highlights the parameter under the pointer or the focus, everywhere in an element. */
export function lightUpIn(container: HTMLElement): void {
  let lit: string | undefined;
  function light(target: EventTarget | null): void {
    const marked = target instanceof Element ? target.closest<HTMLElement>("[data-parameter]") : null;
    const parameter = marked?.dataset.parameter;
    if (parameter === lit) return;
    lit = parameter;
    for (const one of container.querySelectorAll<HTMLElement>("[data-parameter]")) {
      one.classList.toggle("lit", parameter !== undefined && one.dataset.parameter === parameter);
    }
  }
  container.addEventListener("pointerover", ({ target }) => light(target));
  container.addEventListener("pointerleave", () => light(null));
  container.addEventListener("focusin", ({ target }) => light(target));
  container.addEventListener("focusout", () => light(null));
}
