// @ts-nocheck
import { expect as __expect } from "vitest";
import { parseAuthorizationHeader } from "../../../src/oauth1/index.ts";

__expect(parseAuthorizationHeader('OAuth realm="", oauth_nonce="a%20b"')).toEqual({ realm: "", parameters: [["oauth_nonce", "a b"]] });

