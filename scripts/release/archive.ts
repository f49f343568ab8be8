/** `npm run vectors:archive`: writes the archive of the vectors and its checksum into the folder `archive`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { vectorsArchive } from "./vectors-archive.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const { name, octets, checksum } = vectorsArchive(version);
mkdirSync("archive", { recursive: true });
writeFileSync(`archive/${name}`, octets);
writeFileSync(`archive/${name}.sha256`, checksum);
process.stdout.write(`archive/${name}: ${(octets.length / 1000).toFixed(0)} kB\n${checksum}`);
