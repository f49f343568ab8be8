/** Builds the request of a gateway operation from the values that a user entered. */

import { checkedForm } from "../../gateway/arguments.ts";
import { SIGNING_DEFAULTS } from "../../gateway/client-options.ts";
import { pathOfTarget } from "../../gateway/endpoint.ts";
import { baseUrl, type EnvironmentName, type GatewayMethod } from "../../gateway/environment.ts";
import { type OperationName, operationNamed } from "../../gateway/operations.ts";
import type { SignForm } from "./sign-form.ts";

/** The values that a user selects and enters. */
export interface OperationForm {
  readonly operation: OperationName;
  readonly environment: EnvironmentName;
  /** `https://host[:port]` */
  readonly origin: string;
  /** The path before version and operation. */
  readonly prefix: string;
  readonly target: "endpoint" | "endpoint-group";
  readonly targetId: string;
  /** Values by argument name. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>;
  /** @default the operation's method */
  readonly signatureMethod?: GatewayMethod | undefined;
}

/**
 * The request of an operation, with the transport of the protocol parameters and the realm from the gateway's samples.
 *
 * @throws GatewayArgumentError or GatewayError for a value that the gateway would not accept
 */
export function requestOfOperation(
  form: OperationForm,
): Pick<SignForm, "method" | "url" | "form" | "signatureMethod" | "transport" | "realm"> {
  const operation = operationNamed(form.operation);
  const { environment: name, origin, prefix: pathPrefix } = form;
  const base = baseUrl({ name, origin, pathPrefix, checkHost: false }, { environment: name, login: "" });
  const id = form.targetId;
  const target = form.target === "endpoint" ? { endpoint: id } : { endpointGroup: id };
  const path = `${operation.version}/${operation.path}/${pathOfTarget(target, operation.hasGroups)}`;
  const args = Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== ""));
  const signatureMethod = form.signatureMethod ?? (operation.signatureMethod as GatewayMethod);
  const { transport, realm } = SIGNING_DEFAULTS[signatureMethod];
  return {
    method: "POST",
    url: `${base}/${path}`,
    form: checkedForm(operation, args, { publicChecks: true }),
    signatureMethod,
    transport: transport!,
    realm: realm ?? undefined,
  };
}
