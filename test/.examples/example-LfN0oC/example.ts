// @ts-nocheck
import { expect as __expect } from "vitest";
import { diagnose, explanationOf } from "../../../src/diagnosis/index.ts";

const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
__expect(explanationOf(diagnose({ request, key: { consumerSecret: "secret" } })).headline).toEqual("not diagnosed: the request has no oauth_signature in its Authorization header, its query or its form body");

