import type { Session } from '@unspool/session';
import type { LineProblemKind } from '@unspool/session/read';
import type { SessionOutline } from './view.js';

/** Describes what is wrong with lines of a file. */
export function oddLines({ problems, problemCounts }: Session): SessionOutline['problems'] {
  return Object.entries(problemCounts).map(([kind, count]) => {
    const { line = 0, byte = 0 } = problems.find((problem) => problem.kind === kind) ?? {};
    return { kind, what: WORDS[kind as LineProblemKind] ?? kind.replaceAll('_', ' '), count, line, byte };
  });
}

const WORDS: { readonly [kind in LineProblemKind]: string } = {
  bom: 'A byte order mark before the line',
  crlf: 'Windows line ending',
  blank: 'Blank line',
  no_final_newline: 'No line ending at the end of the file',
  nul: 'NUL bytes',
  glued: 'Several entries on one line',
  torn: 'Last line cut off',
  bad_json: 'Not readable as JSON',
  not_object: 'JSON, but not an entry',
  bad_utf8: 'Bytes that are not UTF-8',
  lone_surrogate: 'Half of a character',
  too_long: 'Too long to be read',
  too_deep: 'Nested too deep to be read',
};
