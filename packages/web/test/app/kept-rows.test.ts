import { describe, expect, it } from 'vitest';
import type { Item, TurnView } from '../../app/src/api/contract.js';
import type { Conversation } from '../../app/src/session/conversation.js';
import type { Folds } from '../../app/src/session/folds.js';
import { KeptRows } from '../../app/src/session/kept-rows.js';
import { rowsOf } from '../../app/src/session/rows.js';
import { turnOutline } from './turn-outline.js';

/** The part of a conversation that rows are made from. */
class Known {
  turns = [1, 2, 3].map((number) => turnOutline({ number, parent: number === 1 ? null : number - 1 }));
  preamble: Item[] = [];
  readonly views = new Map<number, TurnView>();
  view = (number: number) => this.views.get(number);
}

class Open {
  version = 0;
  readonly names = new Set<string>();
  has = (name: string) => this.names.has(name);
  toggle(name: string): void {
    this.version++;
    if (!this.names.delete(name)) this.names.add(name);
  }
}

const tool = (callId: string, agents: string[] = []): Item => ({
  type: 'tool',
  place: { line: 1, byte: Number(callId.slice(1)) },
  callId,
  name: 'Bash',
  family: 'run',
  argument: 'ls',
  status: 'ok',
  durationMs: 1,
  inputSize: 1,
  outputSize: 1,
  change: null,
  agents: agents.map((agentId) => ({
    agentId,
    agentType: null,
    description: null,
    turns: 1,
    tokens: turnOutline({ number: 1 }).tokens,
  })),
});
const view = (number: number, items: Item[]): TurnView => ({ number, id: String(number), items });

function page() {
  const main = new Known();
  const child = new Known();
  const open = new Open();
  const kept = new KeptRows();
  const rows = (with_ = kept) =>
    rowsOf(main as unknown as Conversation, {
      kept: with_,
      folds: open as unknown as Folds,
      through: null,
      areToolsOpen: false,
      agent: () => child as unknown as Conversation,
      isLive: false,
      isStory: false,
    });
  return { main, child, open, rows, fresh: () => rows(new KeptRows()) };
}

describe('rows that are kept', () => {
  it('equal rows that are built from scratch, after any change', () => {
    const { main, child, open, rows, fresh } = page();
    child.turns = [];
    const changes = [
      () => main.views.set(2, view(2, [tool('t10'), tool('t20')])),
      () => open.toggle('t2.10t10'),
      () => main.views.set(2, view(2, [tool('t10'), tool('t20'), tool('t30')])),
      () => main.views.set(3, view(3, [tool('t40', ['a1'])])),
      () => open.toggle('t3.40t40@a1'),
      () => {
        child.turns = [turnOutline({ number: 1 })];
      },
      () => child.views.set(1, view(1, [tool('t50')])),
      () => main.views.delete(2),
      () => {
        main.turns = main.turns.map((each) => (each.number === 1 ? { ...each, title: 'Other' } : each));
      },
      () => open.toggle('t3.40t40@a1'),
    ];
    expect(rows()).toEqual(fresh());
    for (const change of changes) {
      change();
      expect(rows()).toEqual(fresh());
    }
  });

  it('are the same objects if nothing changed', () => {
    const { main, open, rows } = page();
    main.views.set(1, view(1, [tool('t10'), tool('t20')]));
    const before = rows();
    main.views.set(2, view(2, [tool('t30')]));
    const after = rows();
    expect(after.slice(0, 2).every((row, at) => row === before[at])).toBe(true);
    open.toggle('elsewhere');
    expect(rows().every((row, at) => row === after[at])).toBe(true);
  });
});
