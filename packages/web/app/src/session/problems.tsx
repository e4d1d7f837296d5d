import type { SessionOutline } from '../api/contract.js';
import { count } from '../format/number.js';
import { useSession } from '../turn/context.js';

interface Props {
  problems: SessionOutline['problems'];
  sessionId: string;
  /** The path of the session or sub-agent that contains them. */
  base: string;
}

/** Lines that could not be read. All of them are reported. */
export function Problems({ problems, sessionId, base }: Props) {
  const { showRaw } = useSession();
  if (problems.length === 0) return null;
  return (
    <section class="facet">
      <h2>Odd lines</h2>
      <ul>
        {problems.map(({ kind, what, count: size, line, byte }) => (
          <li key={kind}>
            <button type="button" class="choice" title="See the first of them" onClick={() => showRaw(base, byte)}>
              <span class="one-line">
                {what}, from line {count(line)}
              </span>
              <span class="num quiet">{count(size)}</span>
            </button>
          </li>
        ))}
      </ul>
      <a class="link" href={`/s/${encodeURIComponent(sessionId)}/edit?op=repair`}>
        See what a repair would do
      </a>
    </section>
  );
}
