/** The name under which the position on a page is kept: each branch has its own. */
export function pageNameOf(id: string, query: URLSearchParams): string {
  return `${id} ${query.get('agent') ?? ''} ${numberIn(query, 'branch') ?? ''}`;
}

export function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
