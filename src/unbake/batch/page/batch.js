"use strict";
const body = document.querySelector("#all tbody");
const rows = [...body.rows];
const heads = [...document.querySelectorAll("#all th")];
const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function value(row, column) {
  const text = row.cells[column].dataset.value ?? "";
  return column === 1 ? text : text === "" ? null : Number(text);
}

function compare(a, b, column, sign) {
  const [x, y] = [value(a, column), value(b, column)];
  if (column === 1) return sign * words.compare(x, y);
  if (x === null || y === null) return (x === null) - (y === null);
  return sign * (x - y);
}

heads.forEach((head, column) => {
  const button = head.querySelector("button");
  if (!button) return;
  button.addEventListener("click", () => {
    const now = head.getAttribute("aria-sort");
    const first = column === 1 ? "ascending" : "descending";
    const next = now === null ? first : now === "ascending" ? "descending" : "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", next);
    const sign = next === "ascending" ? 1 : -1;
    body.append(...[...rows].sort((a, b) => compare(a, b, column, sign)));
  });
});

const filter = document.querySelector("#filter");
const count = document.querySelector("#count");
function show() {
  const wanted = filter.value.trim().toLowerCase();
  let shown = 0;
  for (const row of rows) {
    const fits = row.cells[1].dataset.value.toLowerCase().includes(wanted);
    row.classList.toggle("hidden", !fits);
    shown += fits;
  }
  count.textContent = wanted ? `${shown} of ${rows.length}` : "";
}
filter.addEventListener("input", show);

const copy = document.querySelector("#copy");
copy.addEventListener("click", async () => {
  const command = document.querySelector("#command");
  try {
    await navigator.clipboard.writeText(command.textContent);
    copy.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(command);
  }
});

document.querySelector("#all table").dataset.clips = rows.length;
