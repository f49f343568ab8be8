// @ts-nocheck
import { expect as __expect } from "vitest";
import { parseGatewayResponse } from "../../../src/gateway/index.ts";

const body = "type=create-card-ref-response\n&card-ref-id=1000000001\n&status=approved\n";
__expect(parseGatewayResponse("createCardRef", { body }).cardRefId).toEqual("1000000001");

