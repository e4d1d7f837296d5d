import type { TurnOutline } from '../../src/view/view.js';

interface Given {
  number: number;
  parent?: number | null;
  isOnTip?: boolean;
  start?: number | null;
  long?: number;
  output?: number;
  bands?: number[];
}

/** A turn's outline, with the given fields for a test. */
export function turnOutline({
  number,
  parent = null,
  isOnTip = true,
  start = null,
  long = 0,
  output = 0,
  bands = [],
}: Given): TurnOutline {
  return {
    number,
    id: `t${number}`,
    kind: 'prompt',
    title: `Turn ${number}`,
    startedAt: start,
    endedAt: start === null ? null : start + long,
    tokens: { input: 0, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
    cost: null,
    parent,
    isOnTip,
    isOpen: false,
    isInterrupted: false,
    hasError: false,
    calls: 0,
    cuts: [],
    bands: bands.map((size) => ({
      kind: 'text',
      byte: 0,
      startedAt: null,
      endedAt: null,
      size,
      failed: 0,
      rejected: 0,
    })),
    agents: [],
    context: null,
    requests: [],
  };
}
