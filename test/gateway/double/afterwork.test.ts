import { expect, test } from "vitest";
import { createAfterwork } from "../../../src/gateway/double/afterwork.ts";

/** Pieces that note what becomes of them. */
function notes() {
  const noted: string[] = [];
  const piece = (name: number) => ({ do: () => noted.push(`${name} done`), drop: () => noted.push(`${name} dropped`) });
  return { noted, piece };
}

test("work waits as long as somebody waits for an answer, and is done in its order afterwards", async () => {
  const { noted, piece } = notes();
  let isBusy = true;
  const afterwork = createAfterwork(() => isBusy);
  afterwork.add(piece(1));
  afterwork.add(piece(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(noted).toEqual([]);
  isBusy = false;
  await afterwork.settled();
  expect(noted).toEqual(["1 done", "2 done"]);
  afterwork.add(piece(3));
  await afterwork.settled();
  expect(noted.at(-1)).toBe("3 done");
});

test("the oldest work is dropped where a hundred pieces wait, and all that waits at the end", () => {
  const { noted, piece } = notes();
  const afterwork = createAfterwork(() => true);
  for (let index = 0; index < 102; index++) afterwork.add(piece(index));
  expect(noted).toEqual(["0 dropped", "1 dropped"]);
  afterwork.stop();
  expect(noted).toHaveLength(102);
  expect(noted.at(-1)).toBe("101 dropped");
});

test("nobody waits for ever for work that is not done", async () => {
  const { piece } = notes();
  const afterwork = createAfterwork(() => true);
  afterwork.add(piece(1));
  await afterwork.settled();
  afterwork.stop();
});
