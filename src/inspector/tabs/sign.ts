/** The tab Sign: fill in a request, and see how it is signed. */

import { GatewayError } from "../../gateway/errors.ts";
import { OAuth1Error } from "../../oauth1/index.ts";
import { visible } from "../../redaction/visible.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import { element } from "../dom.ts";
import { redactorOf, type SignForm, SignFormError, signForm } from "../sign/index.ts";
import type { Tab } from "../tab.ts";
import { afterPause } from "./controls.ts";
import { lightUpIn } from "./marked-text.ts";
import { createSignFields } from "./sign-fields.ts";
import { languageSelect, signedView } from "./sign-result.ts";

export const signTab: Tab = { id: "sign", title: "Sign", create };

function create(): HTMLElement {
  const soon = afterPause(() => void run());
  const fields = createSignFields(soon);
  const language = languageSelect();
  const status = element("p", { class: "status", role: "status" });
  const output = element("div", { class: "output" });
  let started = 0;

  async function run(): Promise<void> {
    const own = ++started;
    try {
      const form = fields.read();
      const result = await signForm(form);
      if (own !== started) return;
      const isOpen = output.querySelector("details")?.open ?? false;
      output.replaceChildren(...signedView(form, result, redactorOf(form, fields.showCardData.checked), language));
      output.querySelector("details")!.open = isOpen;
      status.textContent = signedText(form);
    } catch (error) {
      if (own !== started) return;
      output.replaceChildren();
      status.textContent = visible(messageOf(error));
    }
  }

  fields.element.addEventListener("input", soon);
  fields.element.addEventListener("submit", (event) => event.preventDefault());
  lightUpIn(output);
  soon();
  return element("div", { class: "explain" }, fields.element, element("div", { class: "result" }, status, output));
}

/** The result in words; mentions an empty consumer secret. */
function signedText({ signatureMethod, consumerSecret }: SignForm): string {
  const isEmpty = !isRsaMethod(signatureMethod) && consumerSecret === "";
  return isEmpty ? "Signed. The consumer secret is empty." : "Signed.";
}

/** A value in a message, which may be a secret in the wrong field. The message names the field instead. */
const QUOTED_VALUE_RE = /, got "(?!oauth_)(?:[^"\\]|\\.)*"(?! at character)/g;

/** The text of an error of the user; other errors are bugs. */
function messageOf(error: unknown): string {
  if (error instanceof OAuth1Error || error instanceof SignFormError || error instanceof GatewayError) {
    return `Not signed. ${error.message.replace(QUOTED_VALUE_RE, "")}`;
  }
  return `This is a bug in the inspector: ${(error as Error).message}`;
}
