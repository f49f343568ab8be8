/**
 * What the drivers in JavaScript share: the loop over questions, the version of a package, and forms. A driver runs in a
 * folder in which its package is installed.
 */

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Answers questions until `bye`. An error of the package is an answer `refused`. */
export async function serve({ name, url, operations, limits, ...declared }) {
  const implementation = { name, version: versionOf(name), language: "JavaScript", ...(url && { url }) };
  const hello = { protocol: 1, implementation, operations: Object.keys(operations), ...declared, limits };
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    if (question.op === "bye") break;
    console.log(
      JSON.stringify({ id: question.id, ...(await answer({ hello: () => hello, ...operations }, question)) }),
    );
  }
  process.exit();
}

async function answer(operations, question) {
  if (!Object.hasOwn(operations, question.op)) return { ok: false, error: "unsupported" };
  try {
    return { ok: true, ...(await operations[question.op](question)) };
  } catch (error) {
    return { ok: false, error: "refused", message: String(error) };
  }
}

/** The installed version of an npm package. */
function versionOf(name) {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    const file = new URL(`node_modules/${name}/package.json`, folder);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")).version;
    if (folder.pathname === "/") throw new Error(`the package ${name} is not installed`);
  }
}

/** Keeps what a method of the package returns. Without a call, there is no base string: PLAINTEXT needs none. */
export function keepBaseString(object, method) {
  const stages = {};
  const original = object[method];
  object[method] = function (...given) {
    stages["base-string"] = original.apply(this, given);
    return stages["base-string"];
  };
  return stages;
}

/** The URL without its query, and the pairs of the query, for a package that takes them decoded. */
export function splitQuery(url) {
  return {
    url: url.replace(/\?[^#]*/, ""),
    pairs: [...new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "")],
  };
}

/** The form as the package takes it: an object, with an array for the values of a repeated name. */
export function formObject({ form = [] }) {
  const values = new Map();
  for (const [name, value] of form) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** The body of a request with a form, as an HTTP client sends it; nothing without a form. */
export function formBody({ form }) {
  return form === undefined ? {} : { body: `${new URLSearchParams(form)}` };
}
