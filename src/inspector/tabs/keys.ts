/** The tab Keys: identify, repair and convert a key, compare two keys, and generate new ones. */

import {
  convertKey,
  fingerprintOf,
  isPrivateForm,
  KEY_FORMS,
  KEY_SIZES,
  type KeyReport,
  makeKey,
  reportOfKey,
  TARGET_FORMS,
  type TargetForm,
} from "../../keys/index.ts";
import { keyFacts, type RsaKey } from "../../platform/index.ts";
import { visible } from "../../redaction/visible.ts";
import { button, copyButton, element, field } from "../dom.ts";
import type { Tab } from "../tab.ts";
import { afterPause, onChange, part, select, textArea } from "./controls.ts";

export const keysTab: Tab = { id: "keys", title: "Keys", create };

/** The minimum number of bits that the gateway's documents require. */
const LEAST_BITS = 2048;

function create(): HTMLElement {
  return element("div", { class: "explain" }, checkPart(), makePart());
}

function checkPart(): HTMLElement {
  const [text, other] = [textArea(6), textArea(3)];
  const picker = element("input", { type: "file", "aria-label": "Open a key file" });
  const output = element("div", { role: "status" });
  const forms = element("div", {});
  let file: Uint8Array | undefined;

  function run(): void {
    const report = reportOfKey(file ?? text.value);
    const isEmpty = file === undefined && text.value.trim() === "";
    output.replaceChildren(...(isEmpty ? [] : reportView(report, other.value)));
    forms.replaceChildren(...(report.key === undefined ? [] : formsView(report.key)));
  }

  picker.addEventListener("change", async () => {
    const chosen = picker.files?.[0];
    if (chosen === undefined) return;
    file = new Uint8Array(await chosen.arrayBuffer());
    text.value = "";
    run();
  });
  text.addEventListener("input", () => {
    file = undefined;
    picker.value = "";
  });
  onChange([text, other], afterPause(run));
  return element(
    "section",
    { class: "part" },
    element("h2", {}, "Check, repair and convert"),
    field("Key", text, "PEM, JWK, OpenSSH or a certificate, also damaged. Or open a file, also DER."),
    element("div", { class: "row" }, picker),
    field("Its other half", other, "Optional: a public key or a certificate, to see whether the two belong together."),
    output,
    forms,
  );
}

function reportView(report: KeyReport, otherText: string): HTMLElement[] {
  const { form, kind, bits, repairs, others, problem, command, key } = report;
  const title = problem ?? `${capital(kind!)} RSA key of ${bits} bits`;
  const isSmall = bits !== undefined && bits < LEAST_BITS;
  const lines = [
    ...(form === undefined ? [] : [`${KEY_FORMS[form].title}. ${KEY_FORMS[form].purpose}`]),
    ...(repairs.length === 0 ? [] : [`Repaired: ${repairs.join("; ")}. The forms below are correct.`]),
    ...(isSmall ? [`A key of less than ${LEAST_BITS} bits is too small.`] : []),
    ...(others.length === 0 ? [] : [`The text also has: ${others.join(", ")}.`]),
    ...(key === undefined ? [] : [`SHA-256 of the public half: ${fingerprintOf(key)}`, ...pairLines(key, otherText)]),
  ];
  const verdict = problem !== undefined || isSmall ? "wrong" : repairs.length > 0 ? "unclear" : "right";
  return [
    element("h3", { class: `verdict ${verdict}` }, visible(title)),
    ...(command === undefined ? [] : [element("pre", { tabindex: "0" }, command)]),
    ...lines.map((line) => element("p", {}, visible(line))),
  ];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function pairLines(key: RsaKey, otherText: string): string[] {
  if (otherText.trim() === "") return [];
  const other = reportOfKey(otherText).key;
  if (other === undefined) return ["The other half is not a key."];
  return [
    fingerprintOf(key) === fingerprintOf(other) ? "✓ The two belong together." : "✗ The two do not belong together.",
  ];
}

/** Every form to which the key can be converted. */
function formsView(key: RsaKey): HTMLElement[] {
  const isPrivate = keyFacts(key).type === "private";
  const forms = TARGET_FORMS.filter((form) => isPrivate || !isPrivateForm(form));
  return forms.map((form) => formView(key, form));
}

/** A private key is hidden until the user reveals it, because others may see the screen. */
function formView(key: RsaKey, form: TargetForm): HTMLElement {
  const { name, title, purpose } = KEY_FORMS[form];
  const text = (): string => convertKey(key, form);
  const output = element("pre", { tabindex: "0" });
  const show = button(`Show ${name}`, () => {
    output.textContent = output.hidden ? text() : "";
    output.hidden = !output.hidden;
    show.textContent = `${output.hidden ? "Show" : "Hide"} ${name}`;
  });
  output.hidden = isPrivateForm(form);
  if (!output.hidden) output.textContent = text();
  return element(
    "div",
    { class: "stage" },
    element("h3", {}, title),
    element("p", { class: "hint" }, purpose),
    element("div", { class: "buttons" }, ...(isPrivateForm(form) ? [show] : []), copyButton(`Copy ${name}`, text)),
    output,
  );
}

function makePart(): HTMLElement {
  const size = select(KEY_SIZES.map((bits) => [String(bits), `${bits} bits`] as const));
  size.value = "4096";
  const status = element("p", { class: "status", role: "status" });
  const output = element("div", {});
  const make = button("Make a key pair", () => void run());

  async function run(): Promise<void> {
    make.disabled = true;
    status.textContent = "Making a key pair…";
    try {
      const key = await makeKey(Number(size.value) as (typeof KEY_SIZES)[number]);
      status.textContent = "Made. Copy both halves to files now: this page forgets them.";
      output.replaceChildren(part("New key pair", ...formsView(key)));
    } catch (error) {
      status.textContent = `Not made: ${(error as Error).message}`;
    } finally {
      make.disabled = false;
    }
  }

  return element(
    "section",
    { class: "part" },
    element("h2", {}, "Make"),
    element(
      "p",
      { class: "hint" },
      "Keep the private key to yourself, and give the public key to the other party. The browser makes the keys, and the page does not send them.",
    ),
    field("Size", size),
    element("div", { class: "row" }, make),
    status,
    output,
  );
}
