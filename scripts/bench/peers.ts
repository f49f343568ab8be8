/** Measures packages of other languages that sign the same forms, if they are installed, with the programs in `peers`. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effort } from "./measure.ts";
import { CONSUMER_KEY, SECRET, works } from "./workload.ts";

interface Peer {
  readonly name: string;
  /** A file that its Debian package installs. */
  readonly file: string;
  /** Compiles the program if necessary, and returns the command. */
  readonly command: (folder: string) => string[];
}

const PROGRAMS = "scripts/bench/peers";

const PEERS: readonly Peer[] = [
  {
    name: "PHP, the extension oauth",
    file: "/usr/share/doc/php-oauth",
    command: () => ["/usr/bin/php", `${PROGRAMS}/php-oauth.php`],
  },
  {
    name: "C, liboauth",
    file: "/usr/include/oauth.h",
    command: (folder) => {
      execFileSync("gcc", ["-O2", "-o", join(folder, "signer"), `${PROGRAMS}/c-liboauth.c`, "-loauth"]);
      return [join(folder, "signer")];
    },
  },
  {
    name: "Go, gomodule/oauth1",
    file: "/usr/share/gocode/src/github.com/gomodule/oauth1",
    command: (folder) => {
      const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOPATH: "/usr/share/gocode" };
      const cache = join(tmpdir(), "countersign-bench-go");
      const args = ["build", "-o", join(folder, "signer"), `${PROGRAMS}/go-gomodule-oauth1.go`];
      execFileSync("/usr/bin/go", args, { env: { ...env, GOCACHE: cache } });
      return [join(folder, "signer")];
    },
  },
  {
    name: "Python, oauthlib",
    file: "/usr/lib/python3/dist-packages/oauthlib",
    command: () => ["/usr/bin/python3", `${PROGRAMS}/python-oauthlib.py`],
  },
];

export function installedPeers(): string[] {
  return PEERS.filter(({ file }) => existsSync(file)).map(({ name }) => name);
}

/** Nanoseconds of CPU time of a signature, as the program of the peer measures them. */
export function signByPeer(name: string, parameters: 3 | 16, { warmUp, slice }: Effort): number {
  const { command } = PEERS.find((peer) => peer.name === name)!;
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  try {
    const [program, ...args] = command(folder);
    const { url, form } = works(parameters, 1)[0]!.request;
    const count = 10 * (warmUp + slice);
    const output = execFileSync(program!, [...args, `${count}`, url, CONSUMER_KEY, SECRET, ...form.flat()]);
    return Number(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
