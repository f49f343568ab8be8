// @ts-nocheck
import { expect as __expect } from "vitest";
import { endpointId } from "../../../src/gateway/index.ts";

__expect(endpointId("39915")).toEqual("39915");

