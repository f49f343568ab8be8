import { describe, expect, test } from "vitest";
import { type Sbom, sbomOfBundles } from "../../scripts/release/sbom.ts";

const document: Sbom = {
  metadata: { component: { "bom-ref": "countersign@1.2.3", name: "folder" } },
  components: ["ajv@8.20.0", "vitest@4.0.0", "fast-uri@3.1.9", "@noble/hashes@2.4.0"].map((ref) => ({
    "bom-ref": ref,
  })),
  dependencies: [
    { ref: "countersign@1.2.3", dependsOn: ["ajv@8.20.0", "vitest@4.0.0", "@noble/hashes@2.4.0"] },
    { ref: "ajv@8.20.0", dependsOn: ["fast-uri@3.1.9"] },
    { ref: "vitest@4.0.0", dependsOn: [] },
  ],
};
const LICENCES = [
  "ajv 8.20.0 (MIT)\n\nCopyright (c) 2015\n\n---\n\nfast-uri 3.1.9 (BSD-3-Clause)\n\nText\n",
  "@noble/hashes 2.4.0 (MIT)\n\nText\n",
];

describe("the software bill of materials", () => {
  test("names the bundled packages, what they depend on, and no tool", () => {
    const { metadata, components, dependencies } = sbomOfBundles(document, "countersign", LICENCES);
    expect(metadata.component.name).toBe("countersign");
    expect(components.map((component) => component["bom-ref"])).toEqual([
      "ajv@8.20.0",
      "fast-uri@3.1.9",
      "@noble/hashes@2.4.0",
    ]);
    expect(dependencies).toEqual([
      { ref: "countersign@1.2.3", dependsOn: ["ajv@8.20.0", "@noble/hashes@2.4.0"] },
      { ref: "ajv@8.20.0", dependsOn: ["fast-uri@3.1.9"] },
    ]);
  });

  test("is not written if it would lack a bundled package", () => {
    expect(() => sbomOfBundles(document, "countersign", ["execa 9.6.1 (MIT)\n"])).toThrow(
      "npm sbom does not list bundled packages: execa@9.6.1",
    );
  });
});
