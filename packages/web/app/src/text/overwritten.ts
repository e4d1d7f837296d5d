const ESC = '\u001b';
/** Colours, cursor movements and the like. */
const ESCAPES = new RegExp(`${ESC}\\[[0-?]*[ -/]*[@-~]`, 'g');

/** The final text of each line, as a terminal shows it. Colours set by overwritten text still apply. */
export function lastWritings(text: string): string {
  return eachLine(text, (writings) => {
    const last = writings.findLastIndex(hasWords);
    return writings.map((writing, at) => (at === last ? writing : (writing.match(ESCAPES) ?? []).join(''))).join('');
  });
}

/** Every overwritten text on a separate line, so that all output can be read. */
export function allWritings(text: string): string {
  return eachLine(text, (writings) => {
    const kept = writings.filter((writing, at) => hasWords(writing) || at === 0);
    return kept.join('\n');
  });
}

/** The number of overwritten texts that differ from the final ones. */
export function hiddenWritings(text: string): number {
  let count = 0;
  eachLine(text, (writings) => {
    const kept = writings.filter(hasWords).map(plain);
    const last = kept.pop();
    count += kept.filter((words) => words !== last).length;
    return '';
  });
  return count;
}

function eachLine(text: string, written: (writings: string[]) => string): string {
  if (!text.includes('\r')) return text;
  return text
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => (line.includes('\r') ? written(line.split('\r')) : line))
    .join('\n');
}

function hasWords(writing: string): boolean {
  return plain(writing) !== '';
}

function plain(writing: string): string {
  return writing.replace(ESCAPES, '').trim();
}
