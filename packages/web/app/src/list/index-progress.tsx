import type { IndexState } from '../api/contract.js';
import { bytes, count } from '../format/number.js';

/** Says that not everything is in yet, and how far it is. */
export function IndexProgress({ index }: { index: IndexState }) {
  if (index.phase === 'ready') return null;
  if (index.phase === 'failed') {
    return (
      <p class="banner banner-bad" role="alert">
        The index could not be built: {index.message ?? 'no reason was given'}. Lists and search may be incomplete.
      </p>
    );
  }
  return (
    <div class="banner index-progress" role="status">
      <span>
        {index.files === 0 ? (
          'Looking for sessions…'
        ) : (
          <>
            Reading sessions: {count(index.filesDone)} of {count(index.files)} files, {bytes(index.bytesDone)} of{' '}
            {bytes(index.bytes)}. The list and the search grow meanwhile.
          </>
        )}
      </span>
      <progress max={Math.max(1, index.bytes)} value={index.bytesDone} aria-label="Index" />
    </div>
  );
}
