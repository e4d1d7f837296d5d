import type { IndexState } from '../api/contract.js';
import { bytes, count } from '../format/number.js';

/** Shows that the index is incomplete, and its progress. */
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
            {bytes(index.bytes)}. The list and search results grow meanwhile.
          </>
        )}
      </span>
      <progress max={Math.max(1, index.bytes)} value={index.bytesDone} aria-label="Index" />
    </div>
  );
}
