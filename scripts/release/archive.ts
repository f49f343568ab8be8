/**
 * `npm run generate -- archive`: writes the other files of a GitHub release, besides the package, into the folder `archive`: the
 * vectors with their checksum, and the software bill of materials of the built package.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Sbom, sbomOfBundles } from "./sbom.ts";
import { vectorsArchive } from "./vectors-archive.ts";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
const vectors = vectorsArchive(version);
const npmSbom = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
  encoding: "utf8",
  maxBuffer: 100_000_000,
});
const licences = ["cli", "browser"].map((part) => readFileSync(`dist/${part}/THIRD-PARTY-LICENSES.txt`, "utf8"));
const sbom = sbomOfBundles(JSON.parse(npmSbom) as Sbom, name, licences);

mkdirSync("archive", { recursive: true });
writeFileSync(`archive/${vectors.name}`, vectors.octets);
writeFileSync(`archive/${vectors.name}.sha256`, vectors.checksum);
writeFileSync(`archive/${name}-${version}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(
  `archive/${vectors.name}: ${(vectors.octets.length / 1000).toFixed(0)} kB\n${vectors.checksum}` +
    `archive/${name}-${version}.cdx.json: ${sbom.components.length} packages\n`,
);
