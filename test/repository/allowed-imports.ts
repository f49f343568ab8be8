/** Which folders of src may import which others, and which packages. */

/** What the files of one folder may import. */
export interface Allowed {
  readonly folders: readonly string[];
  /** Folders of which it may import types only. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

/**
 * All folders that have rules of their own, and `index.ts`. A file in any other subfolder follows the rules of the folder
 * around it. `docs/architecture.md` has a picture of it.
 */
export const FOLDERS: Readonly<Record<string, Allowed>> = {
  platform: {
    folders: [],
    packages: [
      ...["node:buffer", "node:crypto", "node:fs", "node:path", "node:url", "node:zlib"],
      ...["@noble/hashes/hmac.js", "@noble/hashes/legacy.js", "@noble/hashes/sha2.js"],
    ],
  },
  oauth1: { folders: ["platform"], types: ["spec"], packages: [] },
  redaction: { folders: ["platform", "spec"], packages: [] },
  verifier: { folders: ["oauth1", "platform"], types: ["spec"], packages: [] },
  "verifier/adapters": {
    folders: ["verifier", "oauth1", "platform"],
    packages: ["node:http", "node:http2", "node:stream", "fastify"],
  },
  "verifier/stores": { folders: ["verifier", "platform"], packages: ["node:crypto", "@redis/client"] },
  shapes: { folders: [], packages: [] },
  spec: { folders: ["shapes"], packages: [] },
  model: { folders: ["platform"], types: ["oauth1", "spec"], packages: [] },
  differences: { folders: ["model"], packages: [] },
  faults: { folders: ["spec", "model", "platform"], packages: [] },
  diagnosis: { folders: ["spec", "model", "faults", "requests", "redaction", "platform"], packages: [] },
  "conformance/vectors": {
    folders: ["spec", "model", "platform", "shapes"],
    types: ["oauth1"],
    packages: ["node:fs", "node:path", "node:url", "node:crypto"],
  },
  "conformance/cases": {
    folders: ["spec", "model", "platform", "conformance/vectors"],
    types: ["oauth1"],
    packages: ["node:crypto"],
  },
  "request-log": {
    folders: ["spec", "oauth1", "verifier/adapters", "redaction", "requests", "platform"],
    types: ["diagnosis"],
    packages: [
      ...["node:http", "node:https", "node:net", "node:crypto", "node:util", "node:fs", "node:path", "node-forge"],
    ],
  },
  requests: { folders: ["spec", "shapes", "model", "redaction", "platform"], types: ["oauth1"], packages: [] },
  "conformance/properties": {
    folders: ["spec", "conformance/vectors", "faults", "model", "platform", "shapes"],
    types: ["oauth1"],
    packages: ["node:crypto", "fast-check"],
  },
  "conformance/drivers": {
    folders: ["spec", "model", "conformance/vectors", "shapes"],
    packages: [
      ...["node:buffer", "node:child_process", "node:fs", "node:os", "node:path", "node:stream", "node:url"],
      ...["node:timers/promises", "cross-spawn"],
    ],
  },
  "conformance/references": {
    folders: ["spec", "conformance/drivers", "conformance/vectors", "model"],
    packages: ["node:module", "node:crypto", "oauth-1.0a", "node-forge"],
  },
  "conformance/implementations": {
    folders: [
      ...["spec", "oauth1", "verifier", "model", "faults"],
      ...["conformance/references", "conformance/drivers", "conformance/vectors"],
    ],
    packages: ["node:fs", "node:path"],
  },
  "conformance/runner": {
    folders: [
      ...["spec", "model"],
      ...["conformance/cases", "conformance/drivers", "conformance/implementations", "conformance/properties"],
      "conformance/vectors",
    ],
    types: ["diagnosis", "differences"],
    packages: ["node:crypto", "node:timers/promises"],
  },
  "conformance/causes": {
    folders: [
      ...["model", "faults", "diagnosis", "differences"],
      ...["conformance/drivers", "conformance/implementations", "conformance/properties"],
      ...["conformance/runner", "conformance/vectors"],
    ],
    packages: ["node:util"],
  },
  "conformance/baseline": {
    folders: [...["conformance/causes", "conformance/runner", "conformance/vectors", "shapes"]],
    packages: ["node:crypto"],
  },
  "conformance/reporters": {
    folders: [
      ...["conformance/drivers", "conformance/runner", "conformance/vectors"],
      ...["redaction", "diagnosis", "differences", "shapes"],
    ],
    packages: ["picocolors", "picocolors/types.js", "node:crypto", "node:util"],
  },
  "conformance/suite": {
    folders: [
      "spec",
      ...["conformance/drivers", "conformance/implementations", "conformance/properties", "conformance/runner"],
      ...["conformance/baseline", "conformance/causes", "conformance/reporters", "conformance/vectors", "redaction"],
      "platform",
    ],
    packages: ["node:fs", "picocolors"],
  },
  "conformance/capture": {
    folders: [
      ...[
        "spec",
        "shapes",
        "oauth1",
        "verifier",
        "verifier/adapters",
        "model",
        "faults",
        "redaction",
        "request-log",
        "diagnosis",
      ],
      ...["conformance/properties", "conformance/runner", "conformance/vectors"],
    ],
    packages: ["node:crypto", "fast-check"],
  },
  "conformance/probe": {
    folders: [
      ...["spec", "oauth1", "model", "redaction", "requests", "platform"],
      ...["conformance/cases", "conformance/runner", "conformance/vectors"],
    ],
    packages: ["node:crypto", "node:net", "node:timers/promises", "node:tls"],
  },
  keys: { folders: ["oauth1", "platform"], packages: [] },
  gateway: { folders: ["oauth1", "redaction", "platform"], packages: [] },
  "gateway/simulator": {
    folders: [
      ...["spec", "gateway", "request-log", "requests", "oauth1", "redaction", "shapes", "platform"],
      ...["verifier", "verifier/adapters"],
    ],
    types: ["diagnosis"],
    packages: ["node:crypto", "node:events", "node:timers/promises", "node:util"],
  },
  cli: {
    folders: [
      ...["spec", "shapes"],
      ...["oauth1", "verifier", "verifier/stores", "model", "faults", "diagnosis", "redaction", "requests", "index.ts"],
      ...["conformance/vectors", "conformance/properties", "conformance/drivers", "conformance/implementations"],
      ...["conformance/runner", "conformance/causes", "conformance/baseline", "conformance/reporters"],
      "conformance/capture",
      ...["conformance/probe", "gateway", "gateway/simulator", "request-log", "keys", "platform"],
    ],
    packages: [
      ...[
        "node:child_process",
        "node:url",
        "node:fs",
        "node:path",
        "node:crypto",
        "node:module",
        "node:os",
        "node:tls",
        "node:timers/promises",
      ],
      ...["commander", "picocolors", "cross-spawn"],
    ],
  },
  inspector: {
    folders: [
      ...["spec", "oauth1", "model", "faults", "diagnosis", "redaction", "platform", "gateway", "requests", "keys"],
    ],
    types: ["gateway/simulator", "request-log"],
    packages: [],
  },
  "index.ts": { folders: ["oauth1", "verifier"], packages: [] },
};

/** Folders whose subfolders import one way: each may import those before it, and `.`, the folder itself, all of them. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "src/conformance/runner": ["tasks", "results", "questions", "answers", "."],
  "src/conformance/reporters": ["model", "text", "html", "machine", "."],
  "src/diagnosis": ["input", "search", "causes", "signature", "compare", "results", "text", "."],
  "src/cli": [
    ...["process", "options", "input", "output"],
    ...["keys", "driver", "inspector", "sign", "probe", "check", "vectors", "explain", "capture", "gateway"],
    ...["commands", "."],
  ],
};

/** The parts of the package by what is promised to users (SECURITY.md). Each folder belongs to one. */
export const RINGS = {
  library: [
    "spec",
    "oauth1",
    "platform",
    "redaction",
    "verifier",
    "verifier/adapters",
    "verifier/stores",
    "gateway",
    "index.ts",
  ],
  gate: [
    "model",
    "differences",
    "shapes",
    "faults",
    "conformance/vectors",
    "conformance/cases",
    "conformance/properties",
    "conformance/drivers",
    "conformance/references",
    "conformance/implementations",
    "conformance/runner",
    "conformance/causes",
    "conformance/baseline",
    "conformance/reporters",
    "conformance/suite",
    "conformance/probe",
  ],
  workbench: [
    "diagnosis",
    "requests",
    "keys",
    "request-log",
    "inspector",
    "conformance/capture",
    "gateway/simulator",
    "cli",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Ring = keyof typeof RINGS;

/** The ring of each entry of package.json that has code. */
export const ENTRY_RINGS: Readonly<Record<string, Ring>> = {
  ".": "library",
  "./oauth1": "library",
  "./redis": "library",
  "./nonce-store-tests": "library",
  "./node-http": "library",
  "./web": "library",
  "./express": "library",
  "./fastify": "library",
  "./gateway": "library",
  "./vectors": "gate",
  "./properties": "gate",
  "./conformance": "gate",
  "./diagnosis": "workbench",
  "./gateway/simulator": "workbench",
};
