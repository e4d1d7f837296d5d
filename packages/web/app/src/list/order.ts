import type { SessionsPage } from '../api/contract.js';
import { get } from '../api/request.js';

let ids: string[] = [];

/** The order of the last list: `]` and `[` on a session page follow it. */
export function rememberOrder(order: string[]): void {
  if (order.length > 0) ids = order;
}

/** Without a list, for example after a link, the order is that of all sessions, newest first. */
export async function neighbour(id: string, step: number): Promise<string | undefined> {
  if (!ids.includes(id)) {
    const { rows } = await get<SessionsPage>('/api/sessions?limit=500');
    rememberOrder(rows.map((row) => row.id));
  }
  const at = ids.indexOf(id);
  return at < 0 ? ids[0] : ids[at + step];
}
