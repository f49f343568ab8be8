/** The software bill of materials of a release: the packages whose code the package contains. */

/** The parts of a CycloneDX document that we read; `npm sbom` writes it. */
export interface Sbom {
  readonly metadata: { readonly component: { readonly "bom-ref": string; readonly name: string } };
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const HEADING_RE = /^(\S+) (\d\S*) \(.+\)$/gm;

/**
 * Reduces the output of `npm sbom`, which lists all development dependencies, to the packages that are bundled.
 *
 * @param name the name of the package, because npm uses the name of the folder
 * @param licences the texts of the files `THIRD-PARTY-LICENSES.txt` in `dist`, which name the bundled packages
 * @throws Error if a bundled package is not in the document
 */
export function sbomOfBundles(document: Sbom, name: string, licences: readonly string[]): Sbom {
  const { metadata, components, dependencies } = document;
  const bundled = new Set(
    licences.flatMap((text) =>
      [...text.matchAll(HEADING_RE)].map(([, packageName, version]) => `${packageName}@${version}`),
    ),
  );
  const known = new Set(components.map((component) => component["bom-ref"]));
  const missing = [...bundled].filter((ref) => !known.has(ref));
  if (missing.length > 0) throw new Error(`npm sbom does not list bundled packages: ${missing.join(", ")}`);
  const root = metadata.component["bom-ref"];
  return {
    ...document,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: components.filter((component) => bundled.has(component["bom-ref"])),
    dependencies: dependencies
      .filter(({ ref }) => ref === root || bundled.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => bundled.has(one)) })),
  };
}
