import { useState } from 'preact/hooks';
import { count } from '../format/number.js';
import { visible } from '../text/visible.js';

const OPEN_BELOW = 12;
const AT_ONCE = 100;
const LONG = 400;

/** A value as a tree. Large parts are closed at first, and drawn when opened. */
export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (Array.isArray(value))
    return <Branch entries={value.map((item, at) => [String(at), item])} signs="[]" depth={depth} />;
  if (typeof value === 'object' && value !== null)
    return <Branch entries={Object.entries(value)} signs="{}" depth={depth} />;
  if (typeof value === 'string') return <Text value={value} />;
  return <span class="json-literal">{String(value)}</span>;
}

function Branch({ entries, signs, depth }: { entries: [string, unknown][]; signs: string; depth: number }) {
  const [isOpen, open] = useState(depth < 1 || (depth < 3 && entries.length < OPEN_BELOW));
  const [most, setMost] = useState(AT_ONCE);
  if (entries.length === 0) return <span class="quiet">{signs}</span>;
  return (
    <span class="json-branch">
      {depth > 0 && (
        <button type="button" class="json-toggle" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <span class="caret" aria-hidden="true" />
          <span class="quiet">
            {signs[0]}
            {isOpen ? '' : ` ${count(entries.length)} ${signs[1]}`}
          </span>
        </button>
      )}
      {isOpen && (
        <ul>
          {entries.slice(0, most).map(([name, item]) => (
            <li key={name}>
              <span class="json-key">{visible(name)}</span> <JsonTree value={item} depth={depth + 1} />
            </li>
          ))}
          {entries.length > most && (
            <li>
              <button type="button" class="link-button" onClick={() => setMost(most + 1000)}>
                {count(entries.length - most)} more
              </button>
            </li>
          )}
        </ul>
      )}
    </span>
  );
}

function Text({ value }: { value: string }) {
  const [isWhole, show] = useState(false);
  if (value.length <= LONG || isWhole) return <span class="json-text">{visible(value)}</span>;
  return (
    <span class="json-text">
      {visible(value.slice(0, LONG))}…{' '}
      <button type="button" class="link-button" onClick={() => show(true)}>
        {count(value.length - LONG)} more characters
      </button>
    </span>
  );
}
