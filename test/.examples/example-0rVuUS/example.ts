// @ts-nocheck
import { expect as __expect } from "vitest";
import { formatAuthorizationHeader } from "../../../src/oauth1/index.ts";

__expect(formatAuthorizationHeader([["oauth_nonce", "a b"]], { realm: "Photos" })).toEqual('OAuth realm="Photos", oauth_nonce="a%20b"');

