import type { SessionOutline } from '../api/contract.js';
import { count } from '../format/number.js';

/** Lines that could not be read as they are: none is dropped in silence. */
export function Problems({ problems, sessionId }: { problems: SessionOutline['problems']; sessionId: string }) {
  if (problems.length === 0) return null;
  return (
    <section class="facet">
      <h2>Odd lines</h2>
      <ul>
        {problems.map(({ kind, what, count: size, line }) => (
          <li key={kind} class="choice">
            <span class="one-line">
              {what}, from line {count(line)}
            </span>
            <span class="num quiet">{count(size)}</span>
          </li>
        ))}
      </ul>
      <a class="link" href={`/s/${encodeURIComponent(sessionId)}/edit?op=repair`}>
        See what a repair would do
      </a>
    </section>
  );
}
