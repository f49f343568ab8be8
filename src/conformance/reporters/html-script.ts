/**
 * The script of the HTML report: filters vectors, copies commands, opens all cards for printing. The report can be read
 * without it.
 */

/** Runs at the end of the page. */
export const SCRIPT = `
const field = document.getElementById("filter"), choice = document.getElementById("verdict"), count = document.getElementById("shown");
const rows = [...document.querySelectorAll("#vectors tbody tr")];
function narrow() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = (choice.value !== "" && row.dataset.verdict !== choice.value) || !words.every((word) => text.includes(word));
    if (!row.hidden) shown++;
  }
  count.textContent = shown === rows.length ? "" : shown + " shown";
}
if (field) {
  document.querySelector(".filter").hidden = false;
  field.addEventListener("input", narrow);
  choice.addEventListener("change", narrow);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select")) return;
    event.preventDefault();
    field.focus();
  });
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.hidden) return;
    field.value = choice.value = "";
    narrow();
    target.scrollIntoView();
  });
  narrow();
}
for (const button of navigator.clipboard ? document.querySelectorAll(".run button") : []) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details.card:not([open])")];
  for (const one of closed) one.open = true;
});
addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
`;
