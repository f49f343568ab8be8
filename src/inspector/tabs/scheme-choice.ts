/** The scheme of a request that names no scheme, with a switch to the other scheme. */

import { SCHEMES, type Scheme } from "../../requests/index.ts";
import { element } from "../dom.ts";
import type { ShownScheme } from "../messages.ts";

/** The switch. */
export interface SchemeChoice {
  readonly element: HTMLElement;
  /** Hides the switch if the scheme is known. */
  show(scheme: ShownScheme | undefined): void;
}

/** @param choose called with the scheme that the user chooses */
export function createSchemeChoice(choose: (scheme: Scheme) => void): SchemeChoice {
  const legend = element("legend", {});
  const inputs = SCHEMES.map((scheme) => {
    const input = element("input", { type: "radio", name: "scheme", value: scheme });
    input.addEventListener("change", () => choose(scheme));
    return { scheme, input };
  });
  const labels = inputs.map(({ scheme, input }) => element("label", { class: "check" }, input, ` ${scheme}`));
  const fieldset = element("fieldset", { class: "scheme" }, legend, ...labels);
  fieldset.hidden = true;

  return {
    element: fieldset,
    show(shown) {
      fieldset.hidden = shown === undefined;
      if (shown === undefined) return;
      legend.textContent = shown.isAssumed
        ? `The request does not contain its scheme. Assumed: ${shown.name}`
        : "The request does not contain its scheme. Chosen:";
      for (const { scheme, input } of inputs) input.checked = scheme === shown.name;
    },
  };
}
