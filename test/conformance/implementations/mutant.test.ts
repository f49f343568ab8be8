import { describe, expect, test } from "vitest";
import { builtin, mutant } from "../../../src/conformance/implementations/index.ts";
import type { StageValues } from "../../../src/conformance/vectors/index.ts";
import { faultOf } from "../../../src/faults/index.ts";

const sorted = {
  operation: "parameter-string",
  parameters: [
    ["z", "~"],
    ["a", "1"],
  ],
} as const;

function parameterString(name: string): unknown {
  const stages = builtin(name)?.operations["parameter-string"]?.(sorted) as StageValues;
  return stages["parameter-string"];
}

describe("a mutant", () => {
  test("is the specification with a fault in it", () => {
    expect(parameterString("model")).toBe("a=1&z=~");
    expect(parameterString("mutant:tilde-encoded")).toBe("a=1&z=%7E");
    expect(parameterString("mutant:not-sorted")).toBe("z=~&a=1");
  });

  test("can have two faults, and tells their names", () => {
    expect(parameterString("mutant:tilde-encoded+not-sorted")).toBe("z=%7E&a=1");
    expect(mutant([faultOf("tilde-encoded")!, faultOf("not-sorted")!]).about.name).toBe(
      "mutant:tilde-encoded+not-sorted",
    );
  });

  test("is none where a fault is not known, nor is any other unknown name", () => {
    for (const name of ["mutant:", "mutant:no-such", "mutant:tilde-encoded+", "no-such"]) {
      expect(builtin(name)).toBeUndefined();
    }
    expect(builtin("countersign")?.about.name).toBe("countersign");
  });

  test("verifies as the specification does: its mistake is in signing", () => {
    const question = {
      operation: "verify-signature",
      baseString: "x",
      signatureMethod: "PLAINTEXT",
      signature: "a%2F&",
      credentials: { consumerSecret: "a/" },
    } as const;
    expect(builtin("mutant:secrets-not-encoded")!.operations["verify-signature"]!(question)).toEqual({ valid: true });
  });
});
