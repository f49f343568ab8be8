// @ts-nocheck
import { expect as __expect } from "vitest";
import { parseForm } from "../../../src/oauth1/index.ts";

__expect(parseForm("a=1+2&&b&c=d=e")).toEqual([["a", "1 2"], ["b", ""], ["c", "d=e"]]);

