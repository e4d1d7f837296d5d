/** Separates a person's words from the text that Cursor put around them. */
export interface PromptParts {
  prompt: string | undefined;
  injected: string | undefined;
}

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/g;

/** A text without a mark was written by a person. */
export function promptParts(text: string): PromptParts {
  const queries = [...text.matchAll(QUERY)].map(([, query = '']) => query);
  if (queries.length === 0) return { prompt: text, injected: undefined };
  const rest = text.replace(QUERY, '').trim();
  return { prompt: queries.join('\n'), injected: rest === '' ? undefined : rest };
}
