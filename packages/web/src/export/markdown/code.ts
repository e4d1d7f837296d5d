/** A code block. Its fence is longer than any run of backticks in the text, so the text cannot end it. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Code within a line; nothing for text without a visible character, as two backticks alone would open a longer span. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const longest = longestRun(line);
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : fence + line + fence;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
