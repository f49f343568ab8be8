/** Shows a signed request: its parameters, every stage, the parts to send, and code that sends it. */

import type { Redactor } from "../../redaction/index.ts";
import { visible } from "../../redaction/visible.ts";
import { element, field } from "../dom.ts";
import { readClientSources } from "../page-data.ts";
import type { SignForm, SigningResult, StageId, StageText } from "../sign/index.ts";
import { SNIPPET_LANGUAGES, type SnippetLanguage, snippetOf } from "../snippets/index.ts";
import { codeCell, copyable, part, select, table } from "./controls.ts";
import { markedOctets, markedText } from "./marked-text.ts";

const TITLES: Readonly<Record<StageId, string>> = {
  "parameter-string": "parameter string",
  "base-string-uri": "base string URI",
  "base-string": "base string",
  key: "key",
  signature: "signature",
  url: "URL",
  authorization: "Authorization header",
  "content-type": "Content-Type header",
  body: "body",
};

const COMPUTED: readonly StageId[] = ["parameter-string", "base-string-uri", "base-string", "key", "signature"];

/** @param language the select for the language of the snippet, which all results share */
export function signedView(
  form: SignForm,
  result: SigningResult,
  redactor: Redactor,
  language: HTMLSelectElement,
): HTMLElement[] {
  const shown = (stage: StageText): HTMLElement => stageView(stage, redactor);
  const computed = result.stages.filter(({ id }) => COMPUTED.includes(id));
  const sent = result.stages.filter(({ id }) => !COMPUTED.includes(id));
  return [
    part("Parameters", parameterTable(result, redactor)),
    part("Stages", ...computed.map(shown), octetsView(result, redactor)),
    part(
      "What to send",
      element("p", { class: "hint" }, "Copies are complete, also where the page hides card data."),
      ...sent.map(shown),
      copyable("curl command", result.curl, visible(redactor.text(result.curl))),
    ),
    part("Code", ...snippetView(form, redactor, language)),
  ];
}

/** The select for the language of the snippet. */
export function languageSelect(): HTMLSelectElement {
  return select(SNIPPET_LANGUAGES.map((one) => [one, one] as const));
}

function stageView({ id, text, spans }: StageText, redactor: Redactor): HTMLElement {
  return copyable(TITLES[id], id === "key" ? "" : text, id === "key" ? text : markedText(redactor.cover(text), spans));
}

/** Each row can have the focus, which highlights its parameter as the pointer does. */
function parameterTable({ parameters, signed }: SigningResult, redactor: Redactor): HTMLElement {
  const rows = parameters.map(({ name, value, origin, encodedName, encodedValue }, index) => {
    const covered = redactor.cover(`${name}=${value}`);
    return element(
      "tr",
      { tabindex: "0", class: "parameter", "data-parameter": String(index) },
      element("th", { scope: "row" }, element("code", {}, visible(covered.slice(0, name.length)))),
      codeCell(covered.slice(name.length + 1)),
      element("td", { class: "origin" }, origin),
      codeCell(redactor.cover(`${encodedName}=${encodedValue}`).slice(encodedName.length + 1)),
    );
  });
  const unsigned = signed.authorization?.includes('realm="') ? "oauth_signature and the realm" : "oauth_signature";
  const caption = `${parameters.length} signed parameters, in their order; not signed: ${unsigned}`;
  return table(caption, ["name", "value", "from", "value, encoded"], rows);
}

/** A long part, which is built when the user first opens it. */
function octetsView({ stages }: SigningResult, redactor: Redactor): HTMLElement {
  const { text, spans } = stages.find(({ id }) => id === "base-string")!;
  const details = element("details", {}, element("summary", {}, `${text.length} octets of the base string`));
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    details.append(element("pre", { tabindex: "0" }, markedOctets(redactor.cover(text), spans)));
  });
  return details;
}

function snippetView(form: SignForm, redactor: Redactor, language: HTMLSelectElement): HTMLElement[] {
  const output = element("div", {});
  function show(): void {
    const snippet = snippetOf(language.value as SnippetLanguage, form, readClientSources());
    if ("problem" in snippet) {
      output.replaceChildren(element("p", { class: "hint" }, snippet.problem));
      return;
    }
    const { file, command, code } = snippet;
    output.replaceChildren(
      ...(command === undefined ? [] : [copyable("command", command, visible(redactor.text(command)))]),
      copyable(`${language.value} program ${file}`, code, redactor.text(code)),
    );
  }
  language.onchange = show;
  show();
  const hint =
    "With the standard library only. It reads the key from the environment, and makes its own nonce and time.";
  return [field("Language of the program", language, hint), output];
}
