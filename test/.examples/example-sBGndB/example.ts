// @ts-nocheck
import { expect as __expect } from "vitest";
import { readServerResponse, serverComparisonLines } from "../../../src/diagnosis/index.ts";

const response = readServerResponse("oauth_problem=nonce_used");
__expect(serverComparisonLines(response, false)[1]).toEqual("  this is not about how the signature is computed");

