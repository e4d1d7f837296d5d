import { useAddress } from '../router/location.js';
import { visible } from '../text/visible.js';

/** A turn of this session, in the conversation. */
export function TurnLink({ turn, title = `Turn ${turn} of this session` }: { turn: number; title?: string }) {
  const { path, query } = useAddress();
  const rest = new URLSearchParams(query);
  rest.delete('view');
  const search = rest.toString();
  return (
    <a class="turn-link num" href={`${path}${search === '' ? '' : `?${search}`}#t${turn}`} title={title}>
      {turn}
    </a>
  );
}

/** A turn of another session. */
export function OtherLink({ session, turn, title }: { session: string; turn: number; title: string }) {
  const label = `Turn ${turn} of “${visible(title) || session}”`;
  return (
    <a class="turn-link is-other" href={`/s/${encodeURIComponent(session)}#t${turn}`} title={label} aria-label={label}>
      ↗
    </a>
  );
}
