import type { Word } from '../shell/script.js';
import { pathsRead } from './reader.js';

/** The files that `jq` reads; undefined if its filter may load others or print the environment. */
export function jqReads(args: readonly Word[]): Word[] | undefined {
  const files = pathsRead(args, {
    flags: 'rcnesSCMajR',
    long: 'raw-output compact-output null-input exit-status slurp sort-keys color-output monochrome-output ascii-output join-output raw-input tab indent=',
    operands: 'paths',
  });
  const [filter, ...rest] = files ?? [];
  return filter && isPlainFilter(filter.text) ? rest : undefined;
}

/** Allows fields, variables, text, and functions that only use their input. */
function isPlainFilter(filter: string): boolean {
  const isSimpleText = !filter.includes('\\');
  const code = isSimpleText ? filter.replace(/"[^"]*"/g, '""') : filter;
  if (/\$ENV|\$__|#|\.\.\w/.test(code)) return false;
  // A name before a colon is a key: `{name: .x}`.
  return [...code.matchAll(/(?<![.$@\w])[A-Za-z_]\w*(?!\w|\s*:)/g)].every(([name]) => KNOWN.has(name));
}

const KNOWN = new Set(
  'true false null and or not if then elif else end as reduce foreach def try catch empty error select map map_values length utf8length keys keys_unsorted values has in del to_entries from_entries with_entries add any all range floor sqrt tostring tonumber type sort sort_by group_by min max min_by max_by unique unique_by reverse contains inside startswith endswith ltrimstr rtrimstr explode implode split join ascii_downcase ascii_upcase recurse test match capture scan sub gsub first last nth limit until flatten paths leaf_paths getpath setpath indices index rindex tojson fromjson todate fromdate now isvalid input inputs walk transpose numbers strings booleans nulls arrays objects iterables scalars'.split(
    ' ',
  ),
);
