import { inProcessDriver } from "../src/conformance/drivers/index.ts";
import { model } from "../src/conformance/implementations/index.ts";
import { oauth10a } from "../src/conformance/references/oauth-1.0a.ts";
import { nodeForge } from "../src/conformance/references/node-forge.ts";
import { PROPERTIES, generateCase, checkProperty } from "../src/conformance/properties/index.ts";
import { startCorroboration } from "../src/conformance/runner/corroboration.ts";
import { countersign } from "../src/conformance/implementations/index.ts";
const m = inProcessDriver(model);
const own = inProcessDriver(countersign);
const N = Number(process.argv[2] ?? 100), seed = Number(process.argv[3] ?? 1);
const all = await startCorroboration(m, [inProcessDriver(oauth10a), inProcessDriver(nodeForge)]);
for (const property of PROPERTIES) {
  const c = await startCorroboration(m, [inProcessDriver(oauth10a), inProcessDriver(nodeForge)]);
  let t = 0, t0 = performance.now(); let asked = 0;
  for (let i = 0; i < N; i++) {
    const one = generateCase(property.cases, seed, i);
    const inputs: any[] = [];
    try { await checkProperty(property, one, async (input: any) => { inputs.push(input); return own.ask(input); }); } catch {}
    const s = performance.now();
    await c.compare(inputs); await all.compare(inputs); asked += new Set(inputs).size;
    t += performance.now() - s;
  }
  const r = c.result();
  console.log(property.id.padEnd(30), asked, "late", r.requests, "met", r.corroborated, r.references.map(({ implementation: i, compared, equal, differences }) => `${i.name} ${compared}/${equal}` + (differences.length ? JSON.stringify(differences[0]).slice(0, 600) : "")).join("  "), Math.round(t / 2), "ms of", Math.round(performance.now() - t0));
}
const r = all.result();
console.log(r.requests, r.corroborated, r.references.map(({ implementation: i, compared, equal }) => `${i.name} ${compared}/${equal}`).join("  "));
