// @ts-nocheck
import { expect as __expect } from "vitest";
import { bodyHash } from "../../../src/oauth1/index.ts";

__expect(bodyHash("Hello World!", "HMAC-SHA1")).toEqual("Lve95gjOVATpfV8EL5X4nxwjKHE=");

