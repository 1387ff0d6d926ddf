"use strict";
// Elements with text in them: names are data, so text is only ever set as text.

function element(tag, { text, className, children = [], ...attributes } = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);

// A name in its own direction, whatever stands around it.
const nameElement = (text, tag = "bdi") => element(tag, { text, className: "name" });

function row(cells, tag = "td") {
  return element("tr", {
    children: cells.map((cell) => (cell instanceof Node ? cell : element(tag, { text: cell }))),
  });
}

const cell = (content, className = "") =>
  element("td", { className, children: [content].flat() });
