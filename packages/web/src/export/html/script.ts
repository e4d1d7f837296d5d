import { createHash } from 'node:crypto';

/**
 * The only script of an exported page. It draws the parts of a long session when they come near the screen, and searches
 * the page, including folded parts and those that are not drawn yet. The page can be read without it. The page's policy
 * contains its hash, so that no other script can run, whatever a transcript contains.
 */
export const SCRIPT = `
(() => {
  const find = document.querySelector('.find');
  const input = find.querySelector('input');
  const output = find.querySelector('output');
  const main = document.querySelector('main');
  const MAX = 2000;
  const TURN = 260;
  // Where scripts run, the contents of a noscript element are text.
  const parts = [...main.querySelectorAll('.part')].map((element) => {
    const html = element.querySelector(':scope > noscript')?.textContent;
    if (html !== undefined) element.style.height = html.split('<section class="turn" id=').length * TURN + 'px';
    return { element, html, places: [] };
  });
  const waiting = () => parts.filter(({ html }) => html !== undefined);
  let words = '';
  let places = [];
  let at = -1;
  let isOpen;

  const draw = (part) => {
    if (part.html === undefined) return;
    part.element.innerHTML = part.html;
    part.element.style.height = '';
    part.html = undefined;
    if (isOpen !== undefined) openAll(part.element);
    if (part.places.length > 0) {
      const ranges = rangesIn(part.element);
      part.places.forEach((place, index) => (place.range = ranges[index]));
      mark();
    }
  };
  const openAll = (element) => {
    for (const each of element.querySelectorAll('details')) each.open = isOpen;
  };
  const observer = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      draw(parts.find(({ element }) => element === target));
    }
  }, { rootMargin: '1500px' });
  for (const { element } of waiting()) observer.observe(element);

  // Heights change while parts around the target are drawn. Until the reader scrolls, it stays on screen.
  let held;
  const hold = (bring) => {
    held = bring;
    bring();
  };
  new ResizeObserver(() => held?.()).observe(main);
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(type, () => (held = undefined), true);

  const toTurn = () => {
    const id = location.hash.slice(1);
    if (!/^t[0-9]+$/.test(id)) return;
    const part = waiting().find(({ html }) => html.includes('<section class="turn" id="' + id + '"'));
    if (part) draw(part);
    hold(() => document.getElementById(id)?.scrollIntoView());
  };
  addEventListener('hashchange', toTurn);
  toTurn();
  addEventListener('beforeprint', () => waiting().forEach(draw));

  const countIn = (text) => {
    const lower = text.toLowerCase();
    if (lower.length !== text.length) return 0;
    let count = 0;
    for (let from = lower.indexOf(words); from >= 0; from = lower.indexOf(words, from + words.length)) count++;
    return count;
  };
  const ENTITIES = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  const textsOf = (html) => html.split(/<[^>]*>/).map((text) => text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name]));
  const rangesIn = (element) => {
    const ranges = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < MAX; node = walker.nextNode()) {
      const text = node.nodeValue.toLowerCase();
      if (text.length !== node.nodeValue.length) continue;
      for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + words.length)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, from + words.length);
        ranges.push(range);
      }
    }
    return ranges;
  };
  const placesIn = (part) => {
    if (part.html === undefined) return rangesIn(part.element).map((range) => ({ part, range }));
    const count = part.html.toLowerCase().includes(words) || /[&<>"']/.test(words) ? textsOf(part.html).reduce((sum, text) => sum + countIn(text), 0) : 0;
    return Array.from({ length: count }, () => ({ part, range: undefined }));
  };
  const look = () => {
    words = input.value.toLowerCase();
    places = [];
    at = -1;
    for (const part of parts) {
      part.places = words.length > 1 && places.length < MAX ? placesIn(part).slice(0, MAX - places.length) : [];
      places.push(...part.places);
    }
    mark();
    tell();
  };
  const mark = () => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.set('found', new Highlight(...places.flatMap(({ range }) => range ?? [])));
    const current = places[at]?.range;
    CSS.highlights.set('current', new Highlight(...(current ? [current] : [])));
  };
  const tell = () => {
    const count = places.length < MAX ? places.length : MAX + ' or more';
    output.value = input.value.length < 2 ? '' : places.length === 0 ? 'Not found' : (at < 0 ? '' : at + 1 + ' of ') + count;
  };
  const go = (step) => {
    if (places.length === 0) return;
    at = (at + step + places.length) % places.length;
    const place = places[at];
    draw(place.part);
    tell();
    mark();
    if (!place.range) return;
    for (let up = place.range.startContainer.parentElement; up; up = up.parentElement) if (up.localName === 'details') up.open = true;
    hold(() => {
      const { top } = place.range.getBoundingClientRect();
      scrollTo(0, scrollY + top - innerHeight / 2);
    });
  };
  find.hidden = false;
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(look, waiting().length > 0 ? 200 : 0);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      if (input.value.toLowerCase() !== words) look();
      go(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') input.blur();
  });
  find.querySelector('button').addEventListener('click', () => {
    isOpen = [...main.querySelectorAll('details')].some((each) => !each.open);
    openAll(main);
  });
  document.addEventListener('keydown', (event) => {
    // The browser's own search does not find what is not drawn yet. Pressed again in the field, it opens.
    const isFind = event.key === '/' || (event.key === 'f' && (event.ctrlKey || event.metaKey) && waiting().length > 0);
    if (!isFind || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
})();
`;

export const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`;

/** Hidden until the script runs. */
export const SEARCH_BAR =
  '<search class="find" hidden><input type="search" aria-label="Find in this page" placeholder="Find"> <output></output> <button type="button">Open or close all</button></search>';
