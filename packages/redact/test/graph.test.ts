import { describe, expect, it } from 'vitest';
import { BYTES } from '../src/anchor/bytes.js';
import { Graph } from '../src/anchor/graph.js';

function graphOf(nodes = 64): Graph {
  return new Graph(new Uint16Array(nodes * BYTES));
}

/** Whether reading a text backwards from a node completes an anchor. */
function leadsToEnd(graph: Graph, from: number, text: string): boolean {
  let node = from;
  for (let at = text.length - 1; at >= 0; at--) {
    node = graph.next(node, text.charCodeAt(at));
    if (graph.ends.has(node)) return true;
  }
  return false;
}

describe('the graph of anchors', () => {
  it('finds words by their endings', () => {
    const graph = graphOf();
    const root = graph.node();
    graph.end(graph.word(root, 'key_'));
    graph.end(graph.wordInAnyCase(root, 'my-'));
    for (const text of ['key_', 'a key_', 'MY-', 'tommY-']) expect(leadsToEnd(graph, root, text), text).toBe(true);
    for (const text of ['Key_', 'ey_', 'key_ ', 'm-', '']) expect(leadsToEnd(graph, root, text), text).toBe(false);
  });

  it('finds words anywhere among characters', () => {
    const graph = graphOf();
    const root = graph.node();
    graph.search(root, ['Jye', '@'], 'eyJabc');
    for (const text of ['eyJ', 'eyJabc', 'aeyJa', 'eyJJ', 'eyJyJ', '@abc']) {
      expect(leadsToEnd(graph, root, text), text).toBe(true);
    }
    for (const text of ['eyJ.', 'ey', 'eJ', 'yJab', 'abc']) expect(leadsToEnd(graph, root, text), text).toBe(false);
  });

  it('refuses contradictory anchors, and more anchors than it has room for', () => {
    const graph = graphOf(4);
    const root = graph.node();
    graph.lead(root, 'ab', root);
    expect(() => graph.lead(root, 'b', graph.node())).toThrow('differ');
    expect(() => graph.word(root, 'xyz')).toThrow('MAX_NODES');
  });

  it('accepts everything but a word', () => {
    const graph = graphOf();
    const root = graph.unless('put_');
    for (const text of ['access_', 'pat_', 'x', '_']) expect(leadsToEnd(graph, root, ` ${text}`), text).toBe(true);
    for (const text of ['put_', 'input_']) expect(leadsToEnd(graph, root, text), text).toBe(false);
  });
});
