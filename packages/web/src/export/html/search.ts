import { createHash } from 'node:crypto';

/**
 * The only script of an exported page: it searches the page, including folded parts. The page can be read without it. The
 * page's policy contains its hash, so that no other script can run, whatever a transcript contains.
 */
export const SEARCH_SCRIPT = `
(() => {
  const find = document.querySelector('.find');
  const input = find.querySelector('input');
  const output = find.querySelector('output');
  const main = document.querySelector('main');
  const details = () => [...main.querySelectorAll('details')];
  let ranges = [];
  let at = -1;
  find.hidden = false;
  const look = () => {
    const words = input.value.toLowerCase();
    ranges = [];
    at = -1;
    if (words.length > 1) {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && ranges.length < 2000; node = walker.nextNode()) {
        const text = node.nodeValue.toLowerCase();
        if (text.length !== node.nodeValue.length) continue;
        for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + words.length)) {
          const range = new Range();
          range.setStart(node, from);
          range.setEnd(node, from + words.length);
          ranges.push(range);
        }
      }
    }
    if (window.CSS && CSS.highlights) CSS.highlights.set('found', new Highlight(...ranges));
    tell();
  };
  const tell = () => {
    output.value = input.value.length < 2 ? '' : ranges.length === 0 ? 'Not found' : (at < 0 ? '' : at + 1 + ' of ') + ranges.length;
  };
  const go = (step) => {
    if (ranges.length === 0) return;
    at = (at + step + ranges.length) % ranges.length;
    const range = ranges[at];
    for (let up = range.startContainer.parentElement; up; up = up.parentElement) if (up.localName === 'details') up.open = true;
    if (window.CSS && CSS.highlights) CSS.highlights.set('current', new Highlight(range));
    const { top } = range.getBoundingClientRect();
    scrollTo(0, scrollY + top - innerHeight / 2);
    tell();
  };
  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') input.blur();
  });
  find.querySelector('button').addEventListener('click', () => {
    const isOpen = details().some((each) => !each.open);
    for (const each of details()) each.open = isOpen;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
})();
`;

export const SEARCH_HASH = `sha256-${createHash('sha256').update(SEARCH_SCRIPT).digest('base64')}`;

/** Hidden until the script runs. */
export const SEARCH_BAR =
  '<search class="find" hidden><input type="search" aria-label="Find in this page" placeholder="Find"> <output></output> <button type="button">Open or close all</button></search>';
