import type { Node, Session } from '@unspool/session';

const ADDRESS = /^\d{1,15}(\.\d{1,4})?$/;

/**
 * The address of a line: its offset, and the number of the entry if several are on one line. Both are known even if the
 * lines before it were not read.
 */
export function addressOfLine({ place: { byte, part } }: Node): string {
  return `line=${byte}${part === 0 ? '' : `.${part}`}`;
}

export function lineAt({ nodes }: Session, address: string): Node | undefined {
  if (!ADDRESS.test(address)) return undefined;
  const [byte = -1, part = 0] = address.split('.').map(Number);
  const node = nodes[firstFrom(nodes, byte) + part];
  return node?.place.byte === byte && node.place.part === part ? node : undefined;
}

/** Whether the file was read up to this line. */
export function isReadTo({ nodes }: Session, address: string): boolean {
  return (nodes.at(-1)?.place.byte ?? -1) > Number.parseInt(address, 10);
}

/** Nodes are in file order. */
function firstFrom(nodes: readonly Node[], byte: number): number {
  let [from, to] = [0, nodes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((nodes[middle]?.place.byte ?? 0) < byte) from = middle + 1;
    else to = middle;
  }
  return from;
}
