import { Icon } from '../shell/icon.js';
import type { TapeChoices } from './tape-choices.js';

/** How the tape and the chart are drawn. */
export function TapeOptions({ choices }: { choices: TapeChoices }) {
  const { mode, setMode, isContext, showContext, isTable, showTable } = choices;
  return (
    <span class="tape-choices">
      <fieldset class="toggle">
        <legend class="hidden-text">Width of a turn</legend>
        {(['time', 'tokens'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={mode === name} onClick={() => setMode(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <button type="button" class="toggle-one" aria-pressed={isContext} onClick={() => showContext(!isContext)}>
        context
      </button>
      {isContext && (
        <button
          type="button"
          class="toggle-one"
          aria-pressed={isTable}
          aria-label="The chart as a table"
          title="The chart as a table"
          onClick={() => showTable(!isTable)}
        >
          <Icon name="table" />
        </button>
      )}
    </span>
  );
}
