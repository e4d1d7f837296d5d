import { replace, withQuery } from '../router/location.js';

const SORTS = [
  ['time', 'Latest'],
  ['cost', 'Most expensive'],
  ['tokens', 'Most tokens'],
  ['turns', 'Most turns'],
  ['size', 'Largest file'],
] as const;

export function SortMenu({ query }: { query: URLSearchParams }) {
  return (
    <label class="sort">
      <span class="hidden-text">Order</span>
      <select
        value={query.get('sort') ?? 'time'}
        onChange={({ currentTarget }) =>
          replace(withQuery({ sort: currentTarget.value === 'time' ? null : currentTarget.value }))
        }
      >
        {SORTS.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
