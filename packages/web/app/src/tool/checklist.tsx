import type { ToolBody } from '../api/contract.js';
import { visible } from '../text/visible.js';

const STATES: { [status: string]: { sign: string; word: string } } = {
  completed: { sign: '✓', word: 'done' },
  in_progress: { sign: '▸', word: 'doing' },
  pending: { sign: '○', word: 'to do' },
};

/** The list of tasks after this call, with what the call changed. */
export function Checklist({ body }: { body: Extract<ToolBody, { view: 'checklist' }> }) {
  return (
    <ul class="checklist">
      {body.items.map(({ text, status, change }, at) => {
        const state = STATES[status];
        return (
          <li key={at} class={`todo todo-${state ? status : 'other'}`}>
            <span class="todo-sign" aria-hidden="true">
              {state?.sign ?? '·'}
            </span>
            <span>{visible(text)}</span>
            <span class="hidden-text">{state?.word ?? status}</span>
            {change && <span class="mark mark-quiet">{change === 'new' ? 'new' : `now ${state?.word ?? status}`}</span>}
          </li>
        );
      })}
      {body.dropped.map((text, at) => (
        <li key={`dropped ${at}`} class="todo todo-dropped">
          <span class="todo-sign" aria-hidden="true">
            −
          </span>
          <del>{visible(text)}</del>
          <span class="mark mark-quiet">removed</span>
        </li>
      ))}
    </ul>
  );
}
