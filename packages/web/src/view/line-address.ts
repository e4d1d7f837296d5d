import type { Node, Session } from '@unspool/session';

const ADDRESS = /^\d{1,15}(\.\d{1,4})?$/;

/**
 * How the page names a line: by the byte it begins at, and by its part where several entries stand on one line. That is
 * known also of a line that was read without those before it.
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

/** Whether all lines up to this one were read. */
export function isReadTo({ nodes }: Session, address: string): boolean {
  return (nodes.at(-1)?.place.byte ?? -1) > Number.parseInt(address, 10);
}

/** Nodes stand in the order of the file. */
function firstFrom(nodes: readonly Node[], byte: number): number {
  let [from, to] = [0, nodes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((nodes[middle]?.place.byte ?? 0) < byte) from = middle + 1;
    else to = middle;
  }
  return from;
}
