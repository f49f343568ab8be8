/**
 * The script of the scoreboard: filters implementations and causes, and shows the example for a number. Without it, the page
 * shows all tables and the examples below them.
 */

export const SCRIPT = `
const byId = (id) => document.getElementById(id);
const search = byId("search"), language = byId("language"), kind = byId("kind"), shown = byId("shown");
const rows = [...byId("implementations").tBodies[0].rows];
const matrix = byId("matrix"), columns = [...matrix.tHead.rows[0].cells].slice(1);
const causes = [...matrix.tBodies].flatMap((body) => [...body.rows]);
function narrow() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const fits = (text) => words.every((word) => text.toLowerCase().includes(word));
  const named = rows.map((row) => fits(row.dataset.text));
  const byCause = !named.some(Boolean);
  const wanted = causes.filter((row) => row.dataset.text !== undefined && (kind.value === "" || row.dataset.kind === kind.value) && (!byCause || fits(row.dataset.text)));
  const hasCause = (at) => wanted.some((row) => row.cells[at + 1].firstElementChild);
  const isShown = rows.map((row, at) => (language.value === "" || row.dataset.language === language.value) && (byCause ? hasCause(at) : named[at]));
  rows.forEach((row, at) => { row.hidden = !isShown[at]; });
  columns.forEach((cell, at) => { cell.hidden = !isShown[at]; });
  for (const row of causes) {
    if (row.dataset.text === undefined) continue;
    const cells = [...row.cells].slice(1);
    cells.forEach((cell, at) => { cell.hidden = !isShown[at]; });
    row.hidden = !wanted.includes(row) || !cells.some((cell) => !cell.hidden && cell.firstElementChild);
  }
  for (const body of matrix.tBodies) body.hidden = ![...body.rows].some((row) => row.dataset.text !== undefined && !row.hidden);
  const count = isShown.filter(Boolean).length;
  shown.textContent = count === rows.length ? "" : count + " of " + rows.length + " implementations";
}
document.querySelector(".filters").hidden = false;
for (const field of [search, language, kind]) field.addEventListener("input", narrow);
const dialog = byId("example");
matrix.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  const source = byId(button.dataset.example);
  dialog.querySelector("h3").textContent = source.querySelector("summary").textContent;
  dialog.querySelector("div").replaceChildren(source.querySelector("dl").cloneNode(true));
  dialog.showModal();
});
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
`;
