/**
 * Edits of a session before the client resumes it: a name, the command, and its arguments for a session with this number
 * of turns that was started in this folder. Undefined if the edit makes no sense.
 */
export const operations = [
  { name: 'clone', command: 'clone', args: () => [] },
  { name: 'fork at the first turn', command: 'fork', args: (turns) => at(turns, 1) },
  { name: 'fork in the middle', command: 'fork', args: (turns) => (turns > 2 ? at(turns, middle(turns)) : undefined) },
  { name: 'fork at the last turn', command: 'fork', args: (turns) => (turns > 1 ? at(turns, turns) : undefined) },
  { name: 'cut the first turn', command: 'cut', args: (turns) => cut(turns, 1) },
  { name: 'cut the middle', command: 'cut', args: (turns) => (turns > 2 ? cut(turns, middle(turns)) : undefined) },
  { name: 'cut the last turn', command: 'cut', args: (turns) => cut(turns, turns) },
  { name: 'strip gentle', command: 'strip', args: () => ['--preset', 'gentle', '--keep-last', '0'] },
  { name: 'strip standard', command: 'strip', args: () => ['--preset', 'standard', '--keep-last', '0'] },
  { name: 'strip hard', command: 'strip', args: () => ['--preset', 'hard', '--keep-last', '0'] },
  { name: 'strip tools', command: 'strip', args: () => ['--tools'] },
  { name: 'strip thinking', command: 'strip', args: () => ['--thinking'] },
  { name: 'strip results', command: 'strip', args: () => ['--results'] },
  { name: 'compress, keep 1', command: 'compress', args: (turns) => (turns > 1 ? ['--keep-last', '1'] : undefined) },
  { name: 'compress, keep 3', command: 'compress', args: (turns) => (turns > 3 ? ['--keep-last', '3'] : undefined) },
  { name: 'uncompact, put all back', command: 'uncompact', args: () => ['--inject', 'all'] },
  { name: 'redact', command: 'redact', args: () => [] },
  { name: 'repair', command: 'repair', args: () => [] },
  {
    name: 'move',
    command: 'move',
    isMove: true,
    args: (_, startedIn) => (startedIn?.startsWith('/') ? [] : undefined),
  },
  { name: 'archive, lose, restore', command: 'restore', isRestore: true, args: () => [] },
];

function at(turns, turn) {
  return turns > 0 ? ['--at', String(turn)] : undefined;
}

function cut(turns, turn) {
  return turns > 1 ? ['--turns', String(turn)] : undefined;
}

function middle(turns) {
  return Math.ceil(turns / 2);
}
