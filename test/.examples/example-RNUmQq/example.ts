// @ts-nocheck
import { expect as __expect } from "vitest";
import { OAuth1Error, baseStringUri } from "../../../src/oauth1/index.ts";

try {
  baseStringUri("/relative/path");
} catch (error) {
__expect((error as OAuth1Error).code).toEqual("url-malformed");
}

