import type { Timeline } from '../api/contract.js';
import { many } from '../format/number.js';
import { duration } from '../format/time.js';
import { toolName } from '../format/tool-name.js';

const MAX_TOOLS = 8;

/** The session's time in one table: the model, each tool, and you. */
export function TimeSum({ timeline: { tools, modelMs, waitingMs } }: { timeline: Timeline }) {
  const rest = tools.slice(MAX_TOOLS);
  const rows = [
    { name: 'Model', kind: 'model', calls: '', ms: modelMs },
    ...tools.slice(0, MAX_TOOLS).map(({ name, kind, calls, ms }) => ({
      name: toolName(name),
      kind,
      calls: many(calls, 'call'),
      ms,
    })),
    ...(rest.length > 0
      ? [
          {
            name: many(rest.length, 'other tool'),
            kind: 'other',
            calls: '',
            ms: rest.reduce((sum, { ms }) => sum + ms, 0),
          },
        ]
      : []),
    { name: 'Waiting for you', kind: 'human', calls: '', ms: waitingMs },
  ].filter(({ ms }) => ms > 0);
  const most = Math.max(...rows.filter(({ kind }) => kind !== 'human').map(({ ms }) => ms), 1);
  return (
    <table class="time-sum" aria-label="Where the time went">
      <tbody>
        {rows.map(({ name, kind, calls, ms }) => (
          <tr key={name}>
            <th scope="row" class="one-line">
              {name}
            </th>
            <td class="time-sum-bar" aria-hidden="true">
              {kind !== 'human' && <i class={`s-${kind}`} style={{ width: `${Math.max(0.4, (ms / most) * 100)}%` }} />}
            </td>
            <td class="num">{duration(ms)}</td>
            <td class="num quiet">{calls}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
