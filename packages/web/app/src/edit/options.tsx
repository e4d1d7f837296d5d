import { many } from '../format/number.js';
import { replace, withQuery } from '../router/location.js';
import { OPERATIONS } from './operations.js';
import { callsIn, presetOf, turnsText } from './request.js';

const PRESETS = [
  ['gentle', 'Gentle', 'only large old outputs'],
  ['standard', 'Standard', 'old outputs, images, attachments and thinking'],
  ['hard', 'Hard', 'everything except the text'],
] as const;
type SetQuery = (changes: Record<string, string | null>) => void;

const KEPT = [0, 1, 3, 5, 10, 20];

interface Props {
  query: URLSearchParams;
  operations: readonly string[];
  ticked: readonly number[];
  clear: () => void;
}

/** The edit and its settings. All of them are in the address, and the plan follows. */
export function Options({ query, operations, ticked, clear }: Props) {
  const op = query.get('op') ?? '';
  const operation = OPERATIONS.find(({ name }) => name === op);
  const calls = op === 'strip' ? callsIn(query) : [];
  const set: SetQuery = (changes) => replace(withQuery(changes));
  return (
    <div class="options">
      <fieldset class="toggle edit-operations">
        <legend class="hidden-text">Edit</legend>
        {OPERATIONS.filter(({ name }) => operations.includes(name)).map(({ name, title }) => (
          <button key={name} type="button" aria-pressed={op === name} onClick={() => set({ op: name })}>
            {title}
          </button>
        ))}
      </fieldset>
      <p class="quiet">{operation?.does}</p>
      {calls.length > 0 && <Calls calls={calls} query={query} set={set} />}
      {(op === 'cut' || op === 'strip') && calls.length === 0 && ticked.length > 0 && (
        <Ticked ticked={ticked} clear={clear} />
      )}
      {op === 'fork' && ticked.length > 0 && (
        <p>
          Ends with turn <b class="num">{ticked.at(-1)}</b>. <span class="quiet">Tick another to change that.</span>
        </p>
      )}
      {op === 'strip' && calls.length === 0 && (
        <fieldset class="toggle">
          <legend class="hidden-text">How much</legend>
          {PRESETS.map(([name, title, note]) => (
            <button
              key={name}
              type="button"
              title={note}
              aria-pressed={presetOf(query) === name}
              onClick={() => set({ preset: name })}
            >
              {title}
            </button>
          ))}
        </fieldset>
      )}
      {op === 'strip' && calls.length === 0 && ticked.length === 0 && <KeepLast query={query} set={set} />}
      {operation?.isInPlaceToo && (
        <label class="inline-field">
          <input
            type="checkbox"
            checked={query.get('inplace') === '1'}
            onChange={({ currentTarget }) => set({ inplace: currentTarget.checked ? '1' : null })}
          />
          change this session instead of making a copy
        </label>
      )}
    </div>
  );
}

function Ticked({ ticked, clear }: Pick<Props, 'ticked' | 'clear'>) {
  return (
    <p class="ticked">
      <b class="num">{many(ticked.length, 'turn')}</b>{' '}
      <span class="num">{turnsText(ticked).replaceAll(',', ', ').replaceAll('-', '–')}</span>{' '}
      <button type="button" class="link-button" onClick={clear}>
        Clear
      </button>
    </p>
  );
}

const PARTS = [
  ['output', 'Output'],
  ['call', 'Whole call'],
] as const;

/** Single calls, chosen beside the turns. */
function Calls({ calls, query, set }: { calls: readonly string[] } & Pick<Props, 'query'> & { set: SetQuery }) {
  const part = query.get('part') === 'call' ? 'call' : 'output';
  return (
    <>
      <p class="ticked">
        <b class="num">{many(calls.length, 'call')}</b>{' '}
        <button type="button" class="link-button" onClick={() => set({ calls: null })}>
          Clear
        </button>
      </p>
      <fieldset class="toggle">
        <legend class="hidden-text">What to remove</legend>
        {PARTS.map(([name, title]) => (
          <button key={name} type="button" aria-pressed={part === name} onClick={() => set({ part: name })}>
            {title}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function KeepLast({ query, set }: Pick<Props, 'query'> & { set: SetQuery }) {
  return (
    <label class="inline-field">
      keep unchanged
      <select value={query.get('keep') ?? ''} onChange={({ currentTarget }) => set({ keep: currentTarget.value })}>
        <option value="">the last turns (default)</option>
        {KEPT.map((turns) => (
          <option key={turns} value={turns}>
            {turns === 0 ? 'no turns' : `the last ${many(turns, 'turn')}`}
          </option>
        ))}
      </select>
    </label>
  );
}
