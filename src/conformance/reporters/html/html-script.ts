/**
 * The script of the HTML report: it filters by text, cause and rule, opens the target of a link, copies commands, and opens all
 * cards for printing. The report can be read without it.
 */

/** Runs at the end of the page. */
export const SCRIPT = `
const field = document.getElementById("filter"), choice = document.getElementById("of"), count = document.getElementById("shown");
const cards = [...document.querySelectorAll("[data-of]")].map((element) => ({
  element, ids: element.dataset.of.split(" "), text: element.textContent.toLowerCase(),
}));
const groups = [...document.querySelectorAll("main section")].filter((group) => group.querySelector("[data-of]"));
function narrow() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const { element, ids, text } of cards)
    element.hidden = (choice.value !== "" && !ids.includes(choice.value)) || !words.every((word) => text.includes(word));
  for (const group of groups) group.hidden = !group.querySelector("[data-of]:not([hidden])");
  const shown = cards.filter(({ element }) => !element.hidden).length;
  count.textContent = shown === cards.length ? "" : shown + " of " + cards.length + " shown";
}
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (field && target.closest("[hidden]")) {
    field.value = choice.value = "";
    narrow();
  }
  for (let one = target.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();
if (field) {
  document.querySelector(".filter").hidden = false;
  field.addEventListener("input", narrow);
  choice.addEventListener("change", narrow);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select")) return;
    event.preventDefault();
    field.focus();
  });
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
