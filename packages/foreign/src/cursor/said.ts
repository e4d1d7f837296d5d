/** What a person wrote, and what Cursor put around it. */
export interface Said {
  prompt: string | undefined;
  injected: string | undefined;
}

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/g;

/** A text without a mark is a person's as a whole. */
export function saidIn(text: string): Said {
  const queries = [...text.matchAll(QUERY)].map(([, query = '']) => query);
  if (queries.length === 0) return { prompt: text, injected: undefined };
  const rest = text.replace(QUERY, '').trim();
  return { prompt: queries.join('\n'), injected: rest === '' ? undefined : rest };
}
