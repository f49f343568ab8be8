import type { ExplainInput } from "../../src/inspector/messages.ts";

/** The fields of the tab Explain after a request is pasted, with the consumer secret. */
export function pasted(request: string, consumerSecret: string): ExplainInput {
  return {
    request,
    consumerSecret,
    entry: "",
    scheme: "",
    tokenSecret: "",
    rsaKey: "",
    baseString: "",
    response: "",
    language: "",
    showCardData: false,
  };
}
