import { useEffect } from 'preact/hooks';

const NAME = 'found';
const MAX = 400;

/** Marks words in all text of an element, without changing the document. */
export function useWordHighlight(find: () => Element | null, words: string[], depends: unknown[]): void {
  useEffect(() => {
    if (!('highlights' in CSS)) return;
    if (words.length === 0) {
      CSS.highlights.delete(NAME);
      return;
    }
    // After this frame is drawn, so that scrolling stays smooth.
    const timer = setTimeout(() => {
      const root = find();
      if (root) CSS.highlights.set(NAME, new Highlight(...rangesIn(root, words)));
    }, 60);
    return () => clearTimeout(timer);
  }, [words.join('\n'), ...depends]);
}

/** The ranges of the words in an element's text. */
export function rangesIn(root: Element, words: string[]): Range[] {
  const lower = words.map((word) => word.toLowerCase());
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').slice(0, 20_000).toLowerCase();
    for (const word of lower) {
      for (let at = text.indexOf(word); at >= 0 && ranges.length < MAX; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
