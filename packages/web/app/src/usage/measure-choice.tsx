import { replace, withQuery } from '../router/location.js';
import type { Measure } from './value.js';

/** Shows bars by cost or by tokens. */
export function MeasureChoice({ measure }: { measure: Measure }) {
  return (
    <fieldset class="toggle">
      <legend class="hidden-text">Measure</legend>
      {(['cost', 'tokens'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={measure === name}
          onClick={() => replace(withQuery({ by: name === 'cost' ? null : name }))}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
