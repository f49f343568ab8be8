// @ts-nocheck
import { expect as __expect } from "vitest";
import { formatForm } from "../../../src/oauth1/index.ts";

__expect(formatForm([["order_desc", "two *"], ["empty", ""]])).toEqual("order_desc=two%20%2A&empty=");

