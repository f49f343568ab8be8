// @ts-nocheck
import { expect as __expect } from "vitest";
import { createRateLimitedDiagnosis } from "../../../src/diagnosis/index.ts";

const { diagnose } = createRateLimitedDiagnosis({ perMinute: 6 });
const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
__expect(diagnose({ request, key: { consumerSecret: "secret" } })?.diagnosis.kind).toEqual("not-diagnosed");

