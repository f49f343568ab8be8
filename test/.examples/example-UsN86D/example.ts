// @ts-nocheck
import { expect as __expect } from "vitest";
import { readServerResponse } from "../../../src/diagnosis/index.ts";

__expect(readServerResponse("oauth_problem=nonce_used").problem?.subject).toEqual("nonce");

