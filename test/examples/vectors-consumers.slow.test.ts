/**
 * The consumers of the vectors in other languages, as examples/vectors has them.
 *
 * @module-tag clients
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, describe, expect, test } from "vitest";
import { loadVectors, quickVectors } from "../../src/conformance/vectors/index.ts";
import { isInstalled, type ProgramName, PYTHON, QUICK_JAVA } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "consumers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CONSUMERS = [
  { name: "consumer.py", command: [PYTHON], offered: 1501, unreserved: '"-._~"' },
  { name: "consumer.go", command: ["go", "run"], offered: 1595, unreserved: '"-._~"' },
] as const;

interface Outcome {
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(command: readonly string[], file: string, vectors = "vectors"): Promise<Outcome> {
  const [program, ...options] = command;
  return execa(program!, [...options, file, vectors], {
    reject: false,
    env: { GO111MODULE: "off", GOFLAGS: "", GOCACHE: join(folder, "cache") },
  });
}

describe.each(CONSUMERS)("$name", ({ name, command, offered, unreserved }) => {
  const file = join("examples/vectors", name);

  test("passes every vector of the operations that it has, and counts the others", async () => {
    const { stdout, stderr, exitCode } = await run(command, file);
    expect([stderr, exitCode]).toEqual(["", 0]);
    const counts = /^([0-9]+) passed, 0 failed, ([0-9]+) not offered$/.exec(stdout)!.slice(1).map(Number);
    expect(counts[0]).toBeGreaterThanOrEqual(offered);
    expect(counts[0]! + counts[1]!).toBe(loadVectors().length);
  });

  test("fails if its implementation leaves an exclamation mark unencoded", async () => {
    const wrong = join(folder, name);
    const code = readFileSync(file, "utf8");
    expect(code.split(unreserved)).toHaveLength(2);
    writeFileSync(wrong, code.replace(unreserved, '"-._~!"'));
    const { stdout, exitCode } = await run(command, wrong);
    expect(stdout).toContain("failed: percent-encoding/");
    expect(stdout).toContain("failed: request/");
    expect(stdout).not.toContain(", 0 failed");
    expect(exitCode).toBe(1);
  });

  test("stops at a format version that it does not know", async () => {
    const other = mkdtempSync(join(folder, "vectors-"));
    writeFileSync(join(other, "percent-encoding.json"), '{"format":2,"vectors":[]}');
    const { stderr, exitCode } = await run(command, file, other);
    expect(stderr).toContain("percent-encoding.json has format 2, expected 1");
    expect(exitCode).toBe(1);
  });
});

interface CoreConsumer {
  readonly name: string;
  readonly needs: readonly ProgramName[];
  /** The shell command in the folder of the consumer, beside a folder with the vectors. */
  readonly command: string;
  /** The file with the implementation, what a wrong implementation has instead of a part of it, and the part. */
  readonly implementation?: string;
  readonly correct: string;
  readonly wrong: string;
  /** How many requests the implementation can sign: those by HMAC and PLAINTEXT, or those by HMAC-SHA1. */
  readonly methods: RegExp;
}

const HMAC_AND_PLAINTEXT = /^HMAC-|^PLAINTEXT$/;
const JAVA = [
  `javac ${QUICK_JAVA.map((option) => `-J${option}`).join(" ")} -cp /usr/share/java/gson.jar -d classes Core.java Signer.java`,
  `java ${QUICK_JAVA.join(" ")} -cp /usr/share/java/gson.jar:classes Core`,
].join(" && ");

const CORE_CONSUMERS: readonly CoreConsumer[] = [
  ...[
    { name: "core.py", needs: ["python"], command: `${PYTHON} core.py`, correct: 'safe="-._~"', wrong: 'safe="-._~!"' },
    { name: "core.mjs", needs: [], command: "node core.mjs", correct: "[^\\w.~-]/g", wrong: "[^\\w.~!-]/g" },
    {
      name: "core.php",
      needs: ["php"],
      command: "php core.php",
      correct: "SORT_STRING",
      wrong: "SORT_STRING | SORT_FLAG_CASE",
    },
    { name: "core.rb", needs: ["ruby"], command: "ruby core.rb", correct: "[^\\w.~-]/n", wrong: "[^\\w.~!-]/n" },
  ].map((one) => ({ ...one, methods: HMAC_AND_PLAINTEXT }) as CoreConsumer),
  {
    name: "core_test.go",
    needs: ["go"],
    command: "go test -v signer.go core_test.go #",
    methods: /^HMAC-SHA1$/,
    implementation: "signer.go",
    correct: '"+", "%20")',
    wrong: '"+", "+")',
  },
  {
    name: "Core.java",
    needs: ["javac", "gson"],
    command: JAVA,
    methods: /^HMAC-SHA1$/,
    implementation: "Signer.java",
    correct: '"-._~"',
    wrong: '"-._~!"',
  },
];

describe.each(CORE_CONSUMERS)("the consumer $name of the core vectors", (consumer) => {
  const { name, needs, command, implementation = name, correct, wrong, methods } = consumer;
  const isMissing = !isInstalled(...needs);
  const requests = quickVectors(loadVectors()).filter(({ input }) => input.operation === "sign");
  const offered = requests.filter(
    ({ input }) => "signatureMethod" in input && methods.test(input.signatureMethod),
  ).length;

  /** Runs a copy in the layout of the archive, with this implementation. */
  async function runCopy(title: string, text: string): Promise<Outcome> {
    const copy = join(folder, name, title);
    const own = join(copy, "examples/vectors");
    mkdirSync(own, { recursive: true });
    cpSync("vectors", join(copy, "vectors"), { recursive: true });
    writeFileSync(join(own, name), readFileSync(join("examples/vectors", name)));
    writeFileSync(join(own, implementation), text);
    const env = { GO111MODULE: "off", GOFLAGS: "", GOCACHE: join(folder, "cache") };
    return execa("sh", ["-c", `${command} ../../vectors`], { cwd: own, reject: false, env });
  }

  test("has at most 40 lines", () => {
    expect(readFileSync(join("examples/vectors", name), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test.skipIf(isMissing)("passes every core vector that its implementation can sign", async () => {
    const { stdout, stderr, exitCode } = await runCopy(
      "correct",
      readFileSync(join("examples/vectors", implementation), "utf8"),
    );
    expect([stderr, exitCode]).toEqual(["", 0]);
    const passed = name.endsWith(".go")
      ? stdout.match(/--- PASS: TestCoreVectors\//g)!.length
      : Number(/^(\d+) passed, 0 failed, \d+ not offered$/m.exec(stdout)![1]);
    expect(passed).toBe(offered);
  });

  test.skipIf(isMissing)("fails with a wrong implementation, and names the vectors", async () => {
    const text = readFileSync(join("examples/vectors", implementation), "utf8");
    expect(text.split(correct)).toHaveLength(2);
    const { stdout, exitCode } = await runCopy("wrong", text.replace(correct, wrong));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      name.endsWith(".go") ? /--- FAIL: TestCoreVectors\/request\// : /^failed: request\/.+ \(.+\)$/m,
    );
  });
});

/** Reads octets as vectors/README.md describes them, in a language without an example. */
const PERL = String.raw`
use strict; use warnings; use JSON::PP; use MIME::Base64;
sub octets { my $text = shift; return decode_base64($text->{octets}) if ref $text; utf8::encode($text); return $text }
sub encode { my $octets = shift; $octets =~ s/([^A-Za-z0-9._~-])/sprintf "%%%02X", ord $1/ge; return $octets }
sub decode { my $octets = shift; $octets =~ tr/+/ /; $octets =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge; return $octets }
my %count = (passed => 0, failed => 0, octets => 0);
for my $name ("percent-encoding", "parameters") {
  open my $file, "<", "$ARGV[0]/$name.json" or die; local $/;
  for my $vector (@{ decode_json(<$file>)->{vectors} }) {
    my ($input, $expected) = @$vector{"input", "expected"};
    next if $expected->{refused} || $vector->{disputed};
    my $passed;
    if ($vector->{operation} eq "percent-encoding") {
      $count{octets}++ if exists $input->{octets};
      $passed = encode(octets(exists $input->{octets} ? $input : $input->{text})) eq $expected->{"percent-encoding"};
    } elsif ($vector->{operation} eq "parameters") {
      my @pairs = map { [map { octets($_) } @$_] } @{ $expected->{parameters} };
      $count{octets}++ if grep { ref } map { @$_ } @{ $expected->{parameters} };
      my @pieces = grep { $_ ne "" } split /&/, octets($input->{formEncoded});
      my @read = map { my ($n, $v) = split /=/, $_, 2; [decode($n), decode($v // "")] } @pieces;
      my $text = sub { join "&", sort map { encode($_->[0]) . "=" . encode($_->[1]) } @_ };
      $passed = $text->(@read) eq $text->(@pairs);
    } else { next }
    print "$vector->{id}\n" unless $passed;
    $count{$passed ? "passed" : "failed"}++;
  }
}
print encode_json(\%count);
`;

describe.skipIf(!isInstalled("perl"))("a consumer in Perl", () => {
  test("reads octets in both ways of writing them", async () => {
    const file = join(folder, "consumer.pl");
    writeFileSync(file, PERL);
    const { stdout, stderr } = await run(["perl"], file);
    expect(stderr).toBe("");
    const { passed, failed, octets } = JSON.parse(stdout) as Readonly<Record<string, number>>;
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(100);
    const written = loadVectors().filter(({ id, flags, expected }) => {
      if (/^percent-encoding\//.test(id)) return flags.includes("non-utf8");
      return /^parameters\//.test(id) && JSON.stringify(expected).includes('"octets"');
    });
    expect(octets).toBe(written.length);
    expect(new Set(written.map(({ id }) => id.split("/")[0]))).toEqual(new Set(["percent-encoding", "parameters"]));
  });
});
