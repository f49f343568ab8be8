// @ts-nocheck
import { expect as __expect } from "vitest";
import { endpointGroupId } from "../../../src/gateway/index.ts";

__expect(endpointGroupId("174")).toEqual("174");

