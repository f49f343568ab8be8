/** The tab Explain: paste a request and its key, and see what is wrong with the signature. */

import { commandForPage } from "../../diagnosis/text/explanation-text.ts";
import { FAULTS } from "../../faults/index.ts";
import { counted } from "../../redaction/visible.ts";
import type { InspectorPageData } from "../../request-log/page-data.ts";
import type { Scheme } from "../../requests/index.ts";
import { FORMATS } from "../../requests/request-formats.ts";
import { button, element, field, replaceChanged } from "../dom.ts";
import type { Engine } from "../engine.ts";
import type { Example, ExplainInput } from "../messages.ts";
import { takePageData } from "../page-data.ts";
import type { Tab } from "../tab.ts";
import { createChoice } from "./entry-choice.ts";
import { emptyView, resultView } from "./explain-result.ts";
import { createProgress } from "./progress.ts";
import { createSchemeChoice } from "./scheme-choice.ts";

/** A valid request and some wrong requests, by the fault that each shows. */
const EXAMPLES: readonly (readonly [id: string, title: string])[] = [
  ["", "a valid request"],
  ["tilde-encoded", "~ is encoded"],
  ["not-sorted", "not sorted"],
  ["form-body-left-out", "the form is not signed"],
  ["parameters-not-encoded-in-base", "encoded once instead of twice"],
  ["token-secret-left-out", "no token secret"],
  ["hex-digest", "hexadecimal signature"],
];

/** A callback whose checksum joins its parts in another order. */
const CALLBACK: Example = {
  request:
    "https://shop.example/callback?status=approved&orderid=1234567&merchant_order=hf-abc&type=sale&amount=10.42&control=ebc1a949f86b72ab3706237994b0a528f4f54c1f",
  consumerSecret: "test-merchant-control",
  tokenSecret: "",
};

/** The pause after typing before a search starts, in milliseconds. */
const PAUSE = 120;
/** The most octets that a text field shows. */
const LARGEST_SHOWN = 200_000;

const LANGUAGES = [...new Set(FAULTS.flatMap(({ fix }) => Object.keys(fix.calls ?? {})))].sort();

export const explainTab: Tab = { id: "explain", title: "Explain", create };

function create(engine: Engine): HTMLElement {
  const secret = (): HTMLInputElement =>
    element("input", { type: "password", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const text = (rows: number): HTMLTextAreaElement =>
    element("textarea", { rows: String(rows), autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const inputs = {
    request: text(12),
    consumerSecret: secret(),
    tokenSecret: secret(),
    rsaKey: text(3),
    baseString: text(3),
    response: text(3),
    showCardData: element("input", { type: "checkbox" }),
    language: element(
      "select",
      {},
      element("option", { value: "" }, "as the client"),
      ...LANGUAGES.map((one) => element("option", { value: one }, one)),
    ),
  };
  let file: Uint8Array | undefined;
  let entry = "";
  let scheme: Scheme | "" = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const output = element("div", { class: "output" });
  const dropped = element("p", { class: "hint", role: "status" });
  const choice = createChoice(choose);
  const schemeChoice = createSchemeChoice((chosen) => {
    scheme = chosen;
    void run();
  });
  const progress = createProgress({
    onSlow: () => output.replaceChildren(),
    onCancel() {
      engine.cancel();
      output.removeAttribute("aria-busy");
    },
  });

  function given(): ExplainInput {
    const { request, consumerSecret, tokenSecret, rsaKey, baseString, response, showCardData, language } = inputs;
    return {
      request: file ?? request.value,
      entry,
      scheme,
      consumerSecret: consumerSecret.value,
      tokenSecret: tokenSecret.value,
      rsaKey: rsaKey.value,
      baseString: baseString.value,
      response: response.value,
      language: language.value,
      showCardData: showCardData.checked,
    };
  }

  const more = (id: string): string => `More: ${commandForPage(id)}`;

  async function run(): Promise<void> {
    output.setAttribute("aria-busy", "true");
    progress.start();
    try {
      const result = await engine.ask("explain", given(), progress.update);
      progress.end("");
      if (result.kind === "choose") choice.show(result.entries);
      schemeChoice.show(result.kind === "verdict" ? result.scheme : undefined);
      replaceChanged(output, resultView(result, more));
    } catch (error) {
      output.replaceChildren();
      progress.end(`This is a bug in the inspector: ${(error as Error).message}`);
    }
    output.removeAttribute("aria-busy");
  }

  function choose(number: number): void {
    entry = String(number);
    void run();
  }

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  }

  function now(): void {
    clearTimeout(timer);
    void run();
  }

  /** Explains input given as a whole, and brings the result into view if the form fills the screen. */
  async function runAndShow(): Promise<void> {
    clearTimeout(timer);
    await run();
    if (result.getBoundingClientRect().top > innerHeight / 2) result.scrollIntoView();
  }

  /** Clears everything that belongs to the previous request when another one is given. */
  function forget(): void {
    file = undefined;
    entry = "";
    scheme = "";
    dropped.textContent = "";
    choice.hide();
  }

  async function take(chosen: File): Promise<void> {
    const octets = new Uint8Array(await chosen.arrayBuffer());
    forget();
    const isShown = octets.length <= LARGEST_SHOWN;
    file = isShown ? undefined : octets;
    inputs.request.value = isShown ? new TextDecoder().decode(octets) : "";
    dropped.textContent = `${chosen.name}, ${counted(octets.length)} octets`;
    void runAndShow();
  }

  function fill({ request, consumerSecret, tokenSecret }: Example): void {
    forget();
    inputs.request.value = request;
    inputs.consumerSecret.value = consumerSecret;
    inputs.tokenSecret.value = tokenSecret;
    inputs.rsaKey.value = inputs.baseString.value = inputs.response.value = "";
    void runAndShow();
  }

  function showExample(fault: string): void {
    // A pending change would request another task, which would replace this one.
    clearTimeout(timer);
    void engine.ask("example", fault).then(fill);
  }

  /** Shows a request that the server has written into the page. */
  function showGiven(data: InspectorPageData): void {
    fill(data);
    inputs.rsaKey.value = data.rsaKey;
    inputs.baseString.value = data.baseString;
    inputs.showCardData.checked = data.showCardData;
    dropped.textContent = `Request ${data.number} of the server. ${data.note}`;
  }

  inputs.request.addEventListener("input", forget);
  for (const input of Object.values(inputs)) {
    input.addEventListener("input", (event) => {
      // Pasted text is complete, so the search starts at once.
      if ((event as InputEvent).inputType !== "insertFromPaste") soon();
      else if (input === inputs.request) now();
      else void runAndShow();
    });
  }

  const picker = element("input", { type: "file", "aria-label": "Open a file" });
  picker.addEventListener("change", () => {
    const chosen = picker.files?.[0];
    if (chosen !== undefined) void take(chosen);
    // This allows the user to choose the same file again after it changed.
    picker.value = "";
  });
  const form = element(
    "form",
    { class: "input", autocomplete: "off" },
    field(
      "Request",
      inputs.request,
      `A request as ${Object.values(FORMATS).join("; ")}; or the URL of a gateway's callback. You can drop a file.`,
    ),
    element("div", { class: "row" }, picker, dropped),
    element(
      "div",
      { class: "columns" },
      field("Consumer secret", inputs.consumerSecret, "For HMAC. A gateway's control key is one."),
      field("Token secret", inputs.tokenSecret, "Empty if there is no token."),
    ),
    element("button", { type: "submit", class: "reveal" }, "Show the result"),
    element(
      "div",
      { class: "row examples" },
      element("span", {}, "Try:"),
      ...EXAMPLES.map(([id, title]) => button(title, () => showExample(id))),
      button("a callback", () => fill(CALLBACK)),
    ),
    field(
      "RSA key",
      inputs.rsaKey,
      "Only for RSA. The public key is enough; with the private one you also get the corrected request.",
    ),
    element(
      "details",
      {},
      element("summary", {}, "The server's answer, the client's base string, options"),
      field("Server's answer", inputs.response),
      field("Client's base string", inputs.baseString),
      field("Language of the fix", inputs.language),
      element("label", { class: "check" }, inputs.showCardData, " Show card data"),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void runAndShow();
  });
  output.append(...emptyView());
  const data = takePageData<InspectorPageData>();
  if (data !== undefined) showGiven(data);
  const result = element("div", { class: "result" }, choice.element, schemeChoice.element, progress.element, output);
  const tab = element("div", { class: "explain" }, form, result);
  tab.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") progress.cancel();
  });
  tab.addEventListener("drop", (event) => {
    const chosen = event.dataTransfer?.files[0];
    if (chosen !== undefined) void take(chosen);
  });
  return tab;
}
