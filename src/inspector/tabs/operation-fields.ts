/** The fields of one operation of the gateway. */

import { element, field } from "../dom.ts";
import { OPERATION_DESCRIPTIONS, type OperationDescription, type OperationForm, USUAL_PREFIX } from "../sign/index.ts";
import { secretInput, select, textInput } from "./controls.ts";

/** The fields and their values. */
export interface OperationFields {
  readonly element: HTMLElement;
  /** Shows the fields of another operation. Values of fields that both operations have are kept. */
  show(name: OperationForm["operation"]): void;
  read(signatureMethod: OperationForm["signatureMethod"]): OperationForm;
}

/** Fictitious initial values, so that the page shows a result at once. */
const SAMPLES: Readonly<Record<string, string>> = {
  clientOrderId: "invoice-1",
  orderId: "1001",
  amount: "10.42",
  currency: "EUR",
  sendingCardRefId: "1000000001",
  destinationCardRefId: "1000000001",
  orderDesc: "Coffee & cake",
};

export function createOperationFields(): OperationFields {
  const environment = select([
    ["integration", "integration"],
    ["production", "production"],
  ]);
  const origin = textInput("https://sandbox.example.com");
  const prefix = textInput(USUAL_PREFIX);
  const target = select([
    ["endpoint", "endpoint"],
    ["endpoint-group", "endpoint group"],
  ]);
  const targetId = textInput("39915");
  const fields = element("div", { class: "columns" });
  const values = new Map<string, HTMLInputElement>();
  let current: OperationDescription = OPERATION_DESCRIPTIONS[0]!;

  function inputOf(argument: string, isCardData: boolean): HTMLInputElement {
    const known = values.get(argument);
    if (known !== undefined) return known;
    const made = isCardData ? secretInput() : textInput(SAMPLES[argument]);
    values.set(argument, made);
    return made;
  }

  return {
    element: element(
      "fieldset",
      {},
      element("legend", {}, "Operation of the gateway"),
      element(
        "div",
        { class: "columns" },
        field("Environment", environment),
        field("Origin of the gateway", origin),
        field("Path prefix", prefix),
        field("Target", target),
        field("Id of the target", targetId),
      ),
      element("p", { class: "hint" }, "All fields below are part of the form, so the signature covers each of them."),
      fields,
    ),
    show(name) {
      current = OPERATION_DESCRIPTIONS.find((one) => one.name === name)!;
      fields.replaceChildren(
        ...current.fields.map(({ argument, name: sent, need, isCardData }) =>
          field(sent, inputOf(argument, isCardData), `${need}, signed`),
        ),
      );
      if (!current.hasGroups) target.value = "endpoint";
      target.disabled = !current.hasGroups;
    },
    read(signatureMethod) {
      const present = current.fields.map(({ argument }) => [argument, values.get(argument)!.value] as const);
      return {
        operation: current.name,
        environment: environment.value,
        origin: origin.value,
        prefix: prefix.value,
        target: target.value,
        targetId: targetId.value,
        values: Object.fromEntries(present),
        signatureMethod,
      };
    },
  };
}
