import { describe, expect, test } from "vitest";
import { groupByReason, proposedEntry } from "../../../src/conformance/reporters/index.ts";
import type { BaselineEntry, Cause, Result } from "../../../src/conformance/runner/index.ts";

const NEW = "not investigated yet";
const entry = (id: string, more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  ...{ id, failure: "base-string", reason: NEW },
  ...more,
});
const cause = (id: string, explains: readonly string[], more: Partial<Cause> = {}): Cause => ({
  ...{ id, title: `It is ${id}`, what: "", fix: [], alternatives: [], explains },
  ...more,
});
const named = (...ids: string[]) => ids.map((id) => ({ id, rules: [] }));

describe("the groups of a new baseline", () => {
  test("have the cause as the reason of its failures, and come last without one", () => {
    const entries = [entry("a/x/1"), entry("order-is-free"), entry("b/y/1"), entry("a/x/2")];
    const causes = [cause("port-kept", ["a/x/1", "order-is-free"]), cause("sorted", ["a/x/2"])];
    const all = named("a/x/1", "a/x/2", "a/x/3", "b/y/1", "order-is-free");
    expect(groupByReason(entries, causes, all)).toEqual([
      [
        entry("a/x/1", { reason: "port-kept: It is port-kept" }),
        entry("order-is-free", { reason: "port-kept: It is port-kept" }),
      ],
      [entry("a/x/2", { reason: "sorted: It is sorted" })],
      [entry("b/y/1")],
    ]);
  });

  test("name all causes of a failure, and all mistakes that the run does not tell apart", () => {
    const alternatives = [{ id: "c", title: "C" }];
    const causes = [cause("a", ["x/y/1"]), cause("b", ["x/y/1"], { alternatives })];
    expect(groupByReason([entry("x/y/1")], causes, [])[0]![0]!.reason).toBe("a: It is a; one of b, c");
  });

  test("have no cause for a property that fails under several conditions", () => {
    const conditions = [entry("agrees", { flags: ["tilde"] }), entry("agrees", { flags: ["port"] })];
    expect(groupByReason(conditions, [cause("a", ["agrees"])], named("agrees"))).toEqual([conditions]);
  });

  test("keep the reasons that people wrote, and the entries with them as they are", () => {
    const written = [entry("x/y/1", { reason: "known since 2019" }), entry("x/y/2", { reason: "known since 2019" })];
    expect(groupByReason(written, [cause("a", ["x/y/1", "x/y/2"])], named("x/y/1", "x/y/2"))).toEqual([written]);
  });

  test("join the vectors of a topic only if all of them fail alike", () => {
    const entries = [entry("x/y/1"), entry("x/y/2"), entry("x/z/1")];
    const causes = [cause("a", ["x/y/1", "x/y/2", "x/z/1"])];
    const reason = "a: It is a";
    const all = named("x/y/1", "x/y/2", "x/z/1");
    expect(groupByReason(entries, causes, all)).toEqual([
      [entry("x/y/*", { reason, count: 2 }), entry("x/z/1", { reason })],
    ]);
    const [apart] = groupByReason(entries, causes, [...all, ...named("x/y/3")]);
    expect(apart!.map(({ id }) => id)).toEqual(["x/y/1", "x/y/2", "x/z/1"]);
    const [other] = groupByReason([entries[0]!, entry("x/y/2", { failure: "crashed" })], causes, all);
    expect(other!.map(({ id }) => id)).toEqual(["x/y/1", "x/y/2"]);
  });
});

describe("the entry that a report proposes", () => {
  test("has the causes of the failure as its reason, and none if none is known", () => {
    const failure: Result = { id: "x/y/1", title: "", rules: [], verdict: "crashed" };
    const proposed = { id: "x/y/1", failure: "crashed" };
    expect(JSON.parse(proposedEntry(failure))).toEqual({ ...proposed, reason: NEW });
    const explained = { ...failure, causes: [cause("a", [])] };
    expect(JSON.parse(proposedEntry(explained))).toEqual({ ...proposed, reason: "a: It is a" });
  });
});
