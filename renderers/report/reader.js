// The transcripts of a report page: a list to search and filter, and one of them laid open. They are
// compressed, and unpacked when a reader comes near them or follows a link to one.
//
// Texts are set as text and never as markup. What a browser would hide or turn round (controls,
// direction marks, halves of characters) is shown by its number.
"use strict";
(async () => {
  const source = document.getElementById("transcripts-data");
  const reader = document.getElementById("reader");
  if (!source || !reader) return;

  function reached() {
    return new Promise((resolve) => {
      const near = new IntersectionObserver((seen) => {
        if (seen.some((one) => one.isIntersecting)) resolve();
      }, { rootMargin: "100%" });
      near.observe(reader.parentElement);
      const named = () => {
        if (/^#t(ranscripts|-)/.test(location.hash)) resolve();
      };
      window.addEventListener("hashchange", named);
      named();
    });
  }

  async function unpacked() {
    const bytes = Uint8Array.from(atob(source.textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  await reached();
  if (typeof DecompressionStream === "undefined") {
    reader.parentElement.querySelector(".reader-cannot").hidden = false;
    return;
  }
  const { pictures, texts, names, outlines, marks, stories, trials: columns } = await unpacked();
  const form = reader.querySelector("form");
  const count = reader.querySelector(".reader-count");
  const list = reader.querySelector(".reader-list");
  const more = reader.querySelector(".reader-more");
  const pane = reader.querySelector(".reader-open");
  const fields = ["find", "where", "experiment", "condition", "wording", "model", "mark", "flag",
    "status", "lrs", "disagree"];

  const PAGE = 100; // lines of the list shown at once
  const LONG = 3000; // characters of a speech from which on it is folded
  const LEFT = 2000; // and how many of them then stay
  const MANY = 12; // lines of an agent in a wave from which on they are folded
  const KEY = 120; // longest key of a question shown with a reply
  const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;
  const WHO = { system: "system", told: "prompt", reply: "reply", scripted: "script" };

  // What a trial is, in words.

  const trials = (columns.key || []).map((_, at) => Object.fromEntries(
    Object.entries(columns).map(([field, values]) => [field, values[at]])));
  const byKey = new Map();
  for (const one of trials) {
    const { outline, said, right, shown: seen } = stories[one.story];
    const replies = one.replies.values();
    Object.assign(one, { outline, right, seen });
    one.said = said.map((text) => text ?? replies.next().value);
    one.name = {};
    for (const field of ["experiment", "condition", "wording", "model"]) {
      one.name[field] = names[one[field]];
    }
    const told = Object.entries(one.marks).map(([speech, given]) => [
      outlines[one.outline][speech], given.map((mark) => marks[mark]).filter((mark) => mark[2])]);
    const counted = told.flatMap(([, given]) => given);
    one.values = {
      ...one.name,
      condition: one.name.condition || "one condition",
      status: words(one.status),
      lrs: one.lrs === null ? "none" : rounded(one.lrs),
      mark: [...new Set(told.filter(([part]) => part[1] === "test")
        .flatMap(([, given]) => given.map((mark) => mark[3])))],
      flag: [...new Set(counted.flatMap((mark) => mark[4]))],
    };
    // Who has not coded a reply yet disagrees with nobody.
    one.disagree = told.some(([, given]) => new Set(given.map((mark) => mark[3])
      .filter((word) => word !== "not coded")).size > 1);
    byKey.set(one.key, one);
  }

  function words(name) {
    return name.replaceAll("_", " ");
  }

  function rounded(number) {
    return String(Math.round(number * 100) / 100);
  }

  function place(one) {
    const sample = one.sample > 1 ? `sample ${one.sample}` : "";
    const { condition, wording } = one.name;
    return [condition, wording, `draw ${one.draw}`, sample].filter(Boolean).join(" / ");
  }

  function scored(one) {
    const why = one.reason ? ` (${one.reason})` : "";
    const share = one.share === null
      ? "" : `; ${Math.round(one.share * 100)}% correct, ignoring controls`;
    const gate = one.gate === "none" ? "" : `; control questions ${words(one.gate)}`;
    const lrs = one.lrs === null ? "no LRS" : `LRS ${rounded(one.lrs)}`;
    return `${lrs}: ${words(one.status)}${why}${share}${gate}`;
  }

  // Texts on the page.

  function element(name, looks, ...children) {
    const made = document.createElement(name);
    if (looks) made.className = looks;
    made.append(...children);
    return made;
  }

  function number(sign) {
    const code = sign.codePointAt(0).toString(16).toUpperCase();
    return `\u27e8U+${code.padStart(4, "0")}\u27e9`;
  }

  // A text with its hidden characters shown, in pieces that may be appended.
  function shown(text) {
    const pieces = [];
    let from = 0;
    for (const found of text.matchAll(HIDDEN)) {
      if (found.index > from) pieces.push(text.slice(from, found.index));
      const mark = element("span", "reader-hidden", Array.from(found[0], number).join(""));
      mark.title = "a hidden character of the text, shown by its number";
      pieces.push(mark);
      from = found.index + found[0].length;
    }
    if (from < text.length) pieces.push(text.slice(from));
    return pieces;
  }

  // The same, with what was searched for made to stand out.
  function lit(text, wanted) {
    if (!wanted) return shown(text);
    const pieces = [];
    let from = 0;
    for (const found of text.matchAll(wanted)) {
      pieces.push(...shown(text.slice(from, found.index)));
      pieces.push(element("mark", "", ...shown(found[0])));
      from = found.index + found[0].length;
    }
    pieces.push(...shown(text.slice(from)));
    return pieces;
  }

  // A message of the program, in which commands and the like are between backticks.
  function told(text) {
    return text.split(/`([^`\n]+)`/).flatMap((piece, at) =>
      at % 2 ? [element("code", "", ...shown(piece))] : shown(piece));
  }

  // A long text is folded, unless what was searched for is in the part that would not be seen.
  function speech(text, wanted) {
    const box = element("div", "reader-text");
    box.dir = "auto";
    const whole = () => box.replaceChildren(...lit(text, wanted));
    if (text.length <= LONG || (wanted && text.slice(LEFT).search(wanted) >= 0)) {
      whole();
      return box;
    }
    const button = element("button", "reader-unfold",
      `show all ${text.length.toLocaleString("en")} characters`);
    button.type = "button";
    button.addEventListener("click", () => {
      whole();
      pane.focus({ preventScroll: true });
    });
    // Not between the halves of one character.
    const end = LEFT - (/[\ud800-\udbff]/.test(text[LEFT - 1]) ? 1 : 0);
    box.append(...lit(text.slice(0, end), wanted), "\u2026 ", button);
    return box;
  }

  // What is wanted: words and filters.

  function phrases() {
    return [...form.elements.find.value.matchAll(/"([^"]+)"|([^\s"]+)/g)]
      .map((found) => found[1] || found[2]);
  }

  function pattern(phrase, flags) {
    return new RegExp(phrase.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), flags);
  }

  function sought() {
    const all = phrases();
    if (!all.length) return null;
    const each = all.map((one) => pattern(one, "iu").source);
    return new RegExp(each.sort((a, b) => b.length - a.length).join("|"), "giu");
  }

  function anywhere() {
    return form.elements.where.value === "anywhere";
  }

  function narrowed() {
    const chosen = fields.slice(2, -1)
      .map((field) => [field, form.elements[field].value])
      .filter(([, value]) => value);
    const found = phrases().map((phrase) => {
      const wanted = pattern(phrase, "iu");
      return texts.map((text) => wanted.test(text));
    });
    return trials.filter((one) => {
      if (form.elements.disagree.checked && !one.disagree) return false;
      if (!chosen.every(([field, value]) => [one.values[field]].flat().includes(value))) {
        return false;
      }
      const outline = outlines[one.outline];
      const here = one.said.filter((_, at) => anywhere() || outline[at][0] === "reply");
      return found.every((has) => here.some((text) => has[text]));
    });
  }

  function fill(field) {
    const select = form.elements[field];
    const before = select.value;
    const experiment = field === "condition" ? form.elements.experiment.value : "";
    const seen = new Map();
    for (const one of trials) {
      if (experiment && one.name.experiment !== experiment) continue;
      for (const value of [one.values[field]].flat()) {
        seen.set(value, (seen.get(value) || 0) + 1);
      }
    }
    const values = [...seen.keys()];
    if (field === "lrs" || field === "flag" || field === "mark") values.sort();
    select.replaceChildren(new Option("any", ""), ...values.map((value) => {
      const option = new Option("", value);
      option.append(...shown(`${value} (${seen.get(value).toLocaleString("en")})`)
        .map((piece) => piece.textContent ?? piece));
      return option;
    }));
    select.value = seen.has(before) ? before : "";
    select.closest("label").hidden = field === "condition"
      ? !trials.some((one) => one.name.condition
        && (!experiment || one.name.experiment === experiment)) : !values.length;
  }

  // The list of what was found.

  let hits = [];
  let length = 0;
  let opened = null;

  function line(one) {
    const lrs = one.lrs === null ? "\u2013" : rounded(one.lrs);
    const outline = outlines[one.outline];
    const first = one.said.find((text, at) => outline[at][0] === "reply" && texts[text].trim());
    const said = first === undefined ? "(no words came)" : texts[first].slice(0, 200);
    const link = element("a", "",
      element("span", "reader-lrs", "LRS ", element("b", "", lrs)),
      element("span", "reader-title", ...shown(one.name.experiment)),
      element("span", "reader-place", ...shown(`${place(one)} / ${one.name.model}`)),
      element("span", "reader-said", ...shown(said.replace(/\s+/g, " "))));
    link.href = `#t-${one.key}`;
    if (one === opened) link.setAttribute("aria-current", "true");
    return element("li", "", link);
  }

  function lengthen(to) {
    const until = Math.min(to, hits.length);
    list.append(...hits.slice(length, until).map(line));
    length = until;
    more.hidden = length >= hits.length;
    more.textContent = `show ${Math.min(PAGE, hits.length - length)} more`;
  }

  function find() {
    hits = narrowed();
    length = 0;
    list.replaceChildren();
    lengthen(PAGE);
    const all = trials.length.toLocaleString("en");
    count.textContent = hits.length === trials.length
      ? `${all} transcript${trials.length === 1 ? "" : "s"}`
      : `${hits.length.toLocaleString("en")} of ${all} transcripts match`;
  }

  // One transcript laid open.

  function judged([coder, kind, counted, word, flags, reason]) {
    const said = element("span", `reader-mark reader-${word.replaceAll(" ", "-")}`, words(word));
    const who = names[coder];
    return element("li", "",
      ...shown(who === kind ? who : `${who} (${kind})`), ": ", said,
      ...shown(flags.length ? `, ${flags.join(", ")}` : ""),
      ...told(reason ? ` (${reason})` : ""),
      counted ? "" : ", not counted");
  }

  // Which question it was and what is right there; a key of many phrasings is folded.
  function asked(kind, title, right) {
    const whole = `${kind} ${title}; right: ${texts[right]}`;
    if (whole.length <= KEY) return shown(whole);
    const begin = element("summary", "", ...shown(whole.slice(0, KEY - 20)), "\u2026");
    return [element("details", "", begin, ...shown(texts[right]))];
  }

  // A picture that was shown, with the name of its file; only data of the page itself is an address.
  function picture([number, file, alt]) {
    const found = pictures[number];
    const name = element("figcaption", "", ...shown(texts[file]));
    const made = element("figure", "reader-picture", name);
    if (!found.startsWith("data:image/")) {
      name.append(`: ${found}`);
      return made;
    }
    const image = element("img", "");
    image.alt = texts[alt];
    image.src = found;
    made.prepend(image);
    return made;
  }

  // What an agent made of a wave or of a question.
  function agent(one, at) {
    return (one.agent[at] || []).map((text) => {
      const made = element("li", "reader-agent", ...shown(texts[text]));
      made.dir = "auto";
      return made;
    });
  }

  function folded(title, lines) {
    const made = element("details", "", element("summary", "", title),
      element("ul", "reader-codes", ...lines));
    made.open = lines.length <= MANY;
    return made;
  }

  function row(one, at, wanted) {
    const [speaker, kind, title] = outlines[one.outline][at];
    const text = texts[one.said[at]];
    if (speaker === "story") {
      const which = kind ? ` (${title}: ${kind})` : "";
      const head = element("h4", "reader-heading", ...shown(text + which));
      const told = agent(one, at);
      return told.length ? element("div", "", head, folded("the agent in this wave", told)) : head;
    }
    if (speaker === "copy") return element("p", "reader-heading", ...shown(text));
    const body = element("div", "reader-body",
      text.trim() || speaker !== "reply" ? speech(text, wanted)
        : element("div", "reader-text reader-none", "(no words came)", ...shown(text)));
    body.append(...(one.seen[at] || []).map(picture));
    const made = element("div", `reader-speech reader-by-${speaker}`,
      element("span", "reader-who", WHO[speaker]), body);
    if (speaker !== "reply") return made;
    const notes = element("ul", "reader-codes");
    if (kind) notes.append(element("li", "reader-asked", ...asked(kind, title, one.right[at])));
    if (one.ended[at]) notes.append(element("li", "", `ended: ${one.ended[at]}`));
    notes.append(...agent(one, at));
    notes.append(...(one.marks[at] || []).map((given) => judged(marks[given])));
    if (notes.childElementCount) made.append(notes);
    return made;
  }

  function lay() {
    if (!opened) return;
    const wanted = sought();
    const link = element("a", "", `trial ${opened.key}`);
    link.href = `#t-${opened.key}`;
    const changed = opened.words.map(([slot, word]) => `${slot} \u2192 ${word}`).join(", ");
    const head = element("div", "reader-head",
      element("h3", "", ...shown(opened.name.experiment)),
      element("p", "reader-place", ...shown(`${place(opened)} / ${opened.name.model}`)),
      element("p", "", ...told(scored(opened))),
      ...opened.given.map((given) => element("p", "reader-given", ...shown(given))),
      element("p", "reader-words", ...shown(`words: ${changed || "original"}`)),
      element("p", "reader-words", link));
    if (opened.simulated) head.prepend(element("strong", "simulated", opened.simulated));
    const outline = outlines[opened.outline];
    const within = (at) => (anywhere() || outline[at][0] === "reply" ? wanted : null);
    pane.replaceChildren(head, ...opened.said.map((_, at) => row(opened, at, within(at))));
    pane.scrollTop = 0;
  }

  function open(one) {
    opened = one;
    for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const at = hits.indexOf(one);
    if (at >= length) lengthen(Math.ceil((at + 1) / PAGE) * PAGE);
    const link = at < 0 ? null : list.children[at].firstChild;
    if (link) link.setAttribute("aria-current", "true");
    lay();
    // The list is moved by itself: `scrollIntoView` would move the page as well.
    if (link) {
      const beside = list.parentElement;
      const [top, bottom] = [link.offsetTop, link.offsetTop + link.offsetHeight];
      if (top < beside.scrollTop) beside.scrollTop = top;
      if (bottom > beside.scrollTop + beside.clientHeight) {
        beside.scrollTop = bottom - beside.clientHeight;
      }
    }
    reach();
    // Figures above may still be on their way, and move what stands below them.
    if (document.readyState !== "complete") window.addEventListener("load", reach, { once: true });
    pane.focus({ preventScroll: true });
  }

  // Brings what was searched for, or the beginning of the open transcript, into sight.
  function reach() {
    const found = pane.querySelector("mark");
    if (found) {
      found.scrollIntoView({ block: "center" });
      return;
    }
    const { top } = pane.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) pane.scrollIntoView({ block: "start" });
  }

  function missing(key) {
    opened = null;
    pane.replaceChildren(element("p", "", ...shown(
      `Transcript ${key} is not on this page. \`devrun transcript --trial ${key}\` shows it.`)));
    pane.scrollIntoView({ block: "start" });
  }

  function close() {
    opened = null;
    pane.replaceChildren(element("p", "reader-none", trials.length
      ? "Choose a transcript in the list." : "There is no transcript."));
  }

  // The address: #t-KEY or #transcripts, and the filters behind a question mark.

  function state() {
    const told = new URLSearchParams();
    for (const field of fields) {
      const input = form.elements[field];
      const value = input.type === "checkbox" ? (input.checked ? "yes" : "") : input.value;
      if (value) told.set(field, value);
    }
    const filters = told.toString();
    const at = opened ? `#t-${opened.key}` : "#transcripts";
    return filters ? `${at}?${filters}` : at;
  }

  function keep() {
    try {
      history.replaceState(null, "", state());
    } catch {
      // Some browsers refuse it for a file: the reader works, the address does not follow.
    }
  }

  function restore(filters) {
    const told = new URLSearchParams(filters);
    for (const field of fields) {
      const input = form.elements[field];
      const value = told.get(field) || "";
      if (input.type === "checkbox") input.checked = value === "yes";
      else input.value = value;
      if (field === "experiment") fill("condition");
      if (input.value !== value && input.type !== "checkbox") input.value = "";
    }
    find();
  }

  function follow() {
    const [at, filters] = location.hash.split("?");
    if (filters !== undefined && (at === "#transcripts" || at.startsWith("#t-"))) restore(filters);
    if (at === "#transcripts" && filters !== undefined) {
      reader.parentElement.scrollIntoView();
    }
    if (!at.startsWith("#t-")) return;
    const key = at.slice(3);
    const one = byKey.get(key) || trials.find((each) => key && each.key.startsWith(key));
    if (!one) {
      missing(key);
      return;
    }
    open(one);
    keep();
  }

  // What a person does.

  function changed(event) {
    if (event.target.name === "experiment") fill("condition");
    find();
    lay();
    keep();
  }

  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => {
    fill("condition");
    find();
    lay();
    keep();
  }));
  more.addEventListener("click", () => lengthen(length + PAGE));

  reader.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select")) {
      if (event.key === "Escape") pane.focus({ preventScroll: true });
      return;
    }
    if (event.key === "/") {
      form.elements.find.focus();
      form.elements.find.select();
    } else if (event.key === "j" || event.key === "k") {
      const at = hits.indexOf(opened);
      const next = at < 0 ? hits[0] : hits[at + (event.key === "j" ? 1 : -1)];
      if (next) {
        open(next);
        keep();
      }
    } else {
      return;
    }
    event.preventDefault();
  });
  window.addEventListener("hashchange", follow);

  reader.hidden = false;
  for (const field of fields.slice(2, -1)) fill(field);
  form.elements.disagree.closest("label").hidden = !trials.some((one) => one.disagree);
  find();
  close();
  follow();
})();
