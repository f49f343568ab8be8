// @ts-nocheck
import { expect as __expect } from "vitest";
import { createRateLimitedDiagnosis } from "../../../src/diagnosis/index.ts";

const { diagnose } = createRateLimitedDiagnosis({ perMinute: 6 });
const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
const found = await diagnose({ request, key: { consumerSecret: "secret" } });
__expect(found?.diagnosis.kind).toEqual("not-diagnosed");

