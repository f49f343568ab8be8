// @ts-nocheck
import { expect as __expect } from "vitest";
import { baseStringUri } from "../../../src/oauth1/index.ts";

__expect(baseStringUri("HTTP://EXAMPLE.com:80/r%20v/X?id=123#top")).toEqual("http://example.com/r%20v/X");
__expect(baseStringUri("https://[2001:DB8::1]:8443")).toEqual("https://[2001:db8::1]:8443/");

