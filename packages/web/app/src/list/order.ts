let ids: string[] = [];

/** The order of the list one came from: `J` and `K` on a session page go along it. */
export function rememberOrder(order: string[]): void {
  if (order.length > 0) ids = order;
}

export function neighbour(id: string, step: number): string | undefined {
  const at = ids.indexOf(id);
  return at < 0 ? ids[0] : ids[at + step];
}

export function hasOrder(): boolean {
  return ids.length > 0;
}
