/** The words of a query without its operators, for marking. */
export function wordsOf(query: string): string[] {
  const phrases = [...query.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase ?? '');
  const rest = query.replace(/"[^"]*"/g, ' ').split(/[\s()]+/);
  return [...phrases, ...rest.filter((word) => !/^(OR|AND|NOT|)$/.test(word)).map((word) => word.replace(/\*+$/, ''))]
    .filter((word) => word.length > 1)
    .slice(0, 12);
}
