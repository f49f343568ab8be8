import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  filesOfRelease,
  RELEASE_FILES,
  type ReleaseFiles,
  type ReleaseManifest,
  releaseProblems,
} from "../../scripts/release/release.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const FILES = Object.fromEntries(RELEASE_FILES.map((path) => [path, read(path)])) as ReleaseFiles;
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- One thing.\n\n## 1.0.0 - 2030-01-01\n\n- All.\n";

const MANIFEST: ReleaseManifest = {
  version: "9.8.7",
  repository: { url: "git+https://git.example/countersign.git" },
  bugs: { url: "https://git.example/countersign/issues" },
  homepage: "https://git.example/countersign",
  publishConfig: { provenance: true },
};

describe("a release", () => {
  test("moves what is unreleased below its version and date, and leaves an empty section", () => {
    const { "CHANGELOG.md": text } = filesOfRelease({ ...FILES, "CHANGELOG.md": CHANGELOG }, "1.1.0", "2030-02-03");
    expect(text).toBe(CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0 - 2030-02-03\n"));
  });

  test("states its version everywhere, and can then be published", () => {
    expect(releaseProblems(MANIFEST, filesOfRelease(FILES, "9.8.7", "2030-02-03"))).toEqual([]);
  });

  test.each(["## Unreleased\n\n## 1.0.0 - 2030-01-01\n\n- All.\n", "## Unreleased\n", ""])(
    "is refused if the changelog has nothing new: %j",
    (text) => {
      expect(() => filesOfRelease({ ...FILES, "CHANGELOG.md": text }, "1.1.0", "2030-02-03")).toThrow(
        "has nothing below",
      );
    },
  );

  test("is refused if a file does not state a version", () => {
    expect(() => filesOfRelease({ ...FILES, "docs/ci.md": "# CI\n" }, "1.1.0", "2030-02-03")).toThrow("docs/ci.md");
  });
});

describe("the refusal to publish", () => {
  const released = filesOfRelease(FILES, "9.8.7", "2030-02-03");
  test.each<[string, Partial<ReleaseManifest>, string]>([
    ["an empty address", { repository: "" }, "package.json has no repository"],
    ["an address without a URL", { bugs: {} }, "package.json has no bugs"],
    ["an empty home page", { homepage: "" }, "package.json has no homepage"],
    ["no provenance", { publishConfig: {} }, "package.json does not ask for provenance"],
    ["another version than the changelog's", { version: "9.8.8" }, "CHANGELOG.md has no section for 9.8.8"],
    [
      "another version than the action's tag",
      { version: "9.8.8" },
      "docs/ci.md states v9.8.7, package.json version 9.8.8",
    ],
  ])("comes with %s", (_name, change, problem) => {
    expect(releaseProblems({ ...MANIFEST, ...change }, released).join("\n")).toContain(problem);
  });
});

describe("the tag that is pushed", () => {
  const problemsWith = (tag: string) => releaseProblems(MANIFEST, filesOfRelease(FILES, "9.8.7", "2030-02-03"), tag);

  test("must name the version of package.json", () => {
    expect(problemsWith("v9.8.7")).toEqual([]);
    for (const tag of ["v9.8.8", "9.8.7", "v9.8.7-beta", ""])
      expect(problemsWith(tag)).toEqual([`the tag is ${tag}, package.json states version 9.8.7`]);
  });

  test("is compared by the workflow before anything is published", () => {
    const { build, publish } = parse(read(".github/workflows/release.yml")).jobs;
    const [step] = build.steps.filter(({ run }: { run?: string }) => run?.includes("prepublishOnly"));
    expect([step.run, step.env.TAG]).toEqual([
      'npm run prepublishOnly -- "$TAG"',
      expect.stringMatching(/github\.ref_name/),
    ]);
    expect(publish.needs).toBe("build");
  });
});

describe("the version of package.json", () => {
  test("is the one that the action installs and the documentation names", () => {
    const problems = releaseProblems(JSON.parse(read("package.json")) as ReleaseManifest, FILES);
    expect(problems.filter((one) => one.includes("states version"))).toEqual([]);
  });
});
