import { describe, expect, test } from "vitest";
import { loadBuiltin, mutant } from "../../../src/conformance/implementations/index.ts";
import type { StageValues } from "../../../src/conformance/vectors/index.ts";
import { faultOf } from "../../../src/faults/index.ts";

const sorted = {
  operation: "parameter-string",
  parameters: [
    ["z", "~"],
    ["a", "1"],
  ],
} as const;

async function parameterString(name: string): Promise<unknown> {
  const stages = (await loadBuiltin(name))?.operations["parameter-string"]?.(sorted) as StageValues;
  return stages["parameter-string"];
}

describe("a mutant", () => {
  test("is the specification with a fault in it", async () => {
    expect(await parameterString("model")).toBe("a=1&z=~");
    expect(await parameterString("mutant:tilde-encoded")).toBe("a=1&z=%7E");
    expect(await parameterString("mutant:not-sorted")).toBe("z=~&a=1");
  });

  test("can have two faults, and tells their names", async () => {
    expect(await parameterString("mutant:tilde-encoded+not-sorted")).toBe("z=%7E&a=1");
    expect(mutant([faultOf("tilde-encoded")!, faultOf("not-sorted")!]).about.name).toBe(
      "mutant:tilde-encoded+not-sorted",
    );
  });

  test("is none where a fault is not known, nor is any other unknown name", async () => {
    for (const name of ["mutant:", "mutant:no-such", "mutant:tilde-encoded+", "no-such"]) {
      expect(await loadBuiltin(name)).toBeUndefined();
    }
    expect((await loadBuiltin("countersign"))?.about.name).toBe("countersign");
  });

  test("verifies as the specification does: its mistake is in signing", async () => {
    const question = {
      operation: "verify-signature",
      baseString: "x",
      signatureMethod: "PLAINTEXT",
      signature: "a%2F&",
      credentials: { consumerSecret: "a/" },
    } as const;
    expect((await loadBuiltin("mutant:secrets-not-encoded"))!.operations["verify-signature"]!(question)).toEqual({
      valid: true,
    });
  });
});
