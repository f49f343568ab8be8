/** The page with the list of requests that `countersign gateway` and `countersign capture --listen` serve. */

import type { SimulatorPageData } from "../../gateway/simulator/controls.ts";
import { visible } from "../../redaction/visible.ts";
import type { LoggedRequest } from "../../request-log/logged-request.ts";
import type { ListPageData, SummaryList } from "../../request-log/page-data.ts";
import { element } from "../dom.ts";
import { takePageData } from "../page-data.ts";
import { checkbox } from "../tabs/controls.ts";
import { reasonOf } from "./control-form.ts";
import { controlsView } from "./controls.ts";
import { createRequestList } from "./request-list.ts";
import { requestView } from "./request-view.ts";
import { get, withQuery } from "./server.ts";

const POLL_MILLISECONDS = 1000;

const data = takePageData<ListPageData & Partial<SimulatorPageData>>() ?? { title: "" };
const list = createRequestList();
const connection = element("p", { class: "status", role: "status" });
const cardData = checkbox("Show card data");
const title = element("h2", { tabindex: "-1" }, "Request");
const content = element("div", { class: "output" }, element("p", { class: "empty" }, "Choose a request of the list."));
/** The value of `after` for the next call. */
let after = 0;
/** Whether the search for the open request was still running when the request was shown. */
let isUnfinished = false;
let opened: number | undefined;
/** The number of openings so far, so that the answer for an earlier opening is not shown. */
let openings = 0;

document.body.append(
  element(
    "header",
    {},
    element("h1", {}, `Countersign ${data.title}`),
    element("p", { class: "promise" }, "This page talks to this server only. Keys never show."),
    connection,
  ),
  element(
    "main",
    {},
    ...(data.controls === undefined ? [] : [controlsView(data.controls, forget)]),
    element(
      "div",
      { class: "live" },
      list.element,
      element(
        "section",
        { class: "result", "aria-label": "One request" },
        element("div", { class: "row" }, title, cardData.label),
        content,
      ),
    ),
  ),
);

function forget(): void {
  list.clear();
  after = 0;
}

async function poll(): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const changes = await get<SummaryList>(withQuery("list", { after: String(after) }));
    // A restarted server counts from the beginning.
    if (changes.next < after) forget();
    else list.update(changes);
    hasMore = changes.hasMore || changes.next < after;
    after = changes.next;
    if (isUnfinished && changes.requests.some(({ number }) => number === opened)) await show();
  }
}

async function pollForever(): Promise<void> {
  try {
    if (document.hidden) return;
    const problem = await poll().then(() => "", reasonOf);
    if (connection.textContent !== problem) connection.textContent = problem;
  } finally {
    setTimeout(() => void pollForever(), POLL_MILLISECONDS);
  }
}

/** Shows the request that the address names. */
async function show(): Promise<void> {
  const number = Number(/^#([0-9]{1,15})$/.exec(location.hash)?.[1]);
  if (Number.isNaN(number)) return;
  opened = number;
  const opening = ++openings;
  list.mark(number);
  const wanted = cardData.input.checked ? "show" : "";
  const path = withQuery(`requests/${number}`, { "card-data": wanted });
  const answer = await get<LoggedRequest>(path).catch(reasonOf);
  if (opening !== openings) return;
  isUnfinished = typeof answer !== "string" && answer.diagnosis.isPending === true;
  const made = typeof answer === "string" ? [element("p", {}, visible(answer))] : requestView(answer, wanted);
  title.textContent = `Request ${number}`;
  content.replaceChildren(...made);
}

/** After a click on a link, moves the focus to the request that the link opens. */
async function follow(): Promise<void> {
  await show();
  title.focus({ preventScroll: true });
  // On a narrow page, the request is below the list.
  if (title.getBoundingClientRect().top > innerHeight / 2 || title.getBoundingClientRect().top < 0)
    title.scrollIntoView();
}

addEventListener("hashchange", () => void follow());
cardData.input.addEventListener("input", () => void show());
void show();
void pollForever();
