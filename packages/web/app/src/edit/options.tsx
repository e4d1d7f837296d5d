import { replace, withQuery } from '../router/location.js';
import { OPERATIONS } from './operations.js';

const PRESETS = [
  ['gentle', 'Gentle', 'large old outputs'],
  ['standard', 'Standard', 'old outputs, images, hollow thinking'],
  ['hard', 'Hard', 'all that is not words'],
] as const;
const IN_PLACE = ['cut', 'strip', 'redact', 'repair'];

/** What to do and how. Every choice stands in the address, and the plan follows it. */
export function Options({ query, operations, turns }: { query: URLSearchParams; operations: string[]; turns: number }) {
  const op = query.get('op') ?? '';
  const set = (changes: Record<string, string | null>) => replace(withQuery(changes));
  return (
    <div class="options">
      <fieldset class="toggle">
        <legend class="hidden-text">Operation</legend>
        {OPERATIONS.filter(({ name }) => operations.includes(name)).map(({ name, title }) => (
          <button key={name} type="button" aria-pressed={op === name} onClick={() => set({ op: name })}>
            {title}
          </button>
        ))}
      </fieldset>
      {op === 'strip' && (
        <>
          <fieldset class="toggle">
            <legend class="hidden-text">How much</legend>
            {PRESETS.map(([name, title, note]) => (
              <button
                key={name}
                type="button"
                title={note}
                aria-pressed={(query.get('preset') ?? 'standard') === name}
                onClick={() => set({ preset: name })}
              >
                {title}
              </button>
            ))}
          </fieldset>
          <label class="inline-field">
            keep the last
            <input
              class="field num"
              inputMode="numeric"
              size={3}
              value={query.get('keep') ?? ''}
              placeholder="as set"
              onInput={({ currentTarget }) => set({ keep: currentTarget.value })}
            />
            turns as they are
          </label>
        </>
      )}
      {op === 'cut' && (
        <label class="inline-field">
          turns
          <input
            class="field num"
            size={14}
            value={query.get('turns') ?? ''}
            placeholder="3, 5-9"
            onInput={({ currentTarget }) => set({ turns: currentTarget.value })}
          />
        </label>
      )}
      {op === 'fork' && (
        <label class="inline-field">
          ends with turn
          <input
            class="field num"
            inputMode="numeric"
            size={5}
            value={query.get('at') ?? ''}
            placeholder={String(turns || 1)}
            onInput={({ currentTarget }) => set({ at: currentTarget.value })}
          />
        </label>
      )}
      {IN_PLACE.includes(op) && (
        <label class="inline-field">
          <input
            type="checkbox"
            checked={query.get('inplace') === '1'}
            onChange={({ currentTarget }) => set({ inplace: currentTarget.checked ? '1' : null })}
          />
          change this session instead of making a new one
        </label>
      )}
    </div>
  );
}
