// @ts-nocheck
import { expect as __expect } from "vitest";
import { explanationText } from "../../../src/diagnosis/index.ts";

__expect(explanationText({ headline: "not-sorted: not sorted", lines: ["fix: sort"], faults: ["not-sorted"] })).toEqual("not-sorted: not sorted\n  fix: sort");

