import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenFileEnds } from '../../../../tests/clean-up.js';
import { Reader } from '../../src/read/reader.js';
import type { Target } from '../../src/read/target.js';
import type { Item, ToolDetail } from '../../src/view/view.js';
import { SESSION, SessionScript } from './script.js';

export const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

/** A reader over one session, with helpers for requests. */
export function reading(script: SessionScript, beside: (config: string) => void = () => undefined) {
  const config = mkdtempSync(join(tmpdir(), 'unspool-items-'));
  whenFileEnds(() => rmSync(config, { recursive: true, force: true }));
  const file = script.write(config);
  beside(config);
  const reader = new Reader(undefined);
  const target = (more: Partial<Target> = {}): Target => ({
    id: SESSION,
    file,
    agentId: null,
    isRevealed: false,
    special: [],
    ...more,
  });
  return {
    reader,
    target,
    items: async (): Promise<Item[]> => {
      const page = await reader.turns(target(), { from: 1, count: 60, numbers: undefined });
      return [...page.preamble, ...page.turns.flatMap((turn) => turn.items)];
    },
    detail: (call: string, more: Partial<Target> = {}): Promise<ToolDetail> => reader.call(target(more), call),
    text: (href: string | null, more: Partial<Target> = {}) => {
      const query = new URLSearchParams(href?.split('?')[1]);
      return reader.text(target(more), {
        line: query.get('line') ?? undefined,
        call: query.get('call') ?? undefined,
        of: query.get('of') ?? '',
        offset: 0,
      });
    },
  };
}

export const script = () => new SessionScript();
export const ofType = <Type extends Item['type']>(items: Item[], type: Type) =>
  items.filter((item): item is Item & { type: Type } => item.type === type);
