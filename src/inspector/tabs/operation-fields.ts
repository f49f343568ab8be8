/** The fields of one operation of the gateway. */

import { isSecret } from "../../gateway/arguments.ts";
import { DEFAULT_PREFIX } from "../../gateway/environment.ts";
import { OPERATION_NAMES, operationNamed } from "../../gateway/operations.ts";
import { element, field } from "../dom.ts";
import type { OperationForm } from "../sign/index.ts";
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
  const prefix = textInput(DEFAULT_PREFIX);
  const target = select([
    ["endpoint", "endpoint"],
    ["endpoint-group", "endpoint group"],
  ]);
  const targetId = textInput("39915");
  const fields = element("div", { class: "columns" });
  const values = new Map<string, HTMLInputElement>();
  let current = OPERATION_NAMES[0]!;

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
      current = name;
      const { parameters, hasGroups } = operationNamed(name);
      fields.replaceChildren(
        ...Object.entries(parameters).map(([argument, { name: sent, need, type }]) =>
          field(sent, inputOf(argument, isSecret(type)), `${need}, signed`),
        ),
      );
      if (!hasGroups) target.value = "endpoint";
      target.disabled = !hasGroups;
    },
    read(signatureMethod) {
      const { parameters } = operationNamed(current);
      const present = Object.keys(parameters).map((argument) => [argument, values.get(argument)!.value] as const);
      return {
        operation: current,
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
