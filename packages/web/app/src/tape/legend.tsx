import { TOOL_COLOURS } from '@unspool/session/tools';
import { useMemo } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';

const KINDS = [
  ['human', 'you'],
  ['thinking', 'thinking'],
  ['text', 'writing'],
  ...TOOL_COLOURS.map((colour) => [colour, colour] as const),
  ['error', 'error'],
  ['rejected', 'declined'],
] as const;

/** The colours that are used, with their names. */
export function Legend({ turns }: { turns: TurnOutline[] }) {
  const found = useMemo(() => kindsIn(turns), [turns]);
  return (
    <ul class="legend" aria-label="Colours of the tape">
      {KINDS.filter(([kind]) => found.has(kind)).map(([kind, name]) => (
        <li key={kind}>
          <i class={`family k-${kind}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

function kindsIn(turns: TurnOutline[]): Set<string> {
  const found = new Set<string>(turns.length > 0 ? ['human'] : []);
  for (const { bands } of turns) {
    for (const { kind, failed, rejected } of bands) {
      found.add(kind);
      if (failed > 0) found.add('error');
      if (rejected > 0) found.add('rejected');
    }
  }
  return found;
}
