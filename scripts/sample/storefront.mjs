export const PROJECT = '-home-dev-storefront';
export const cwd = '/home/dev/storefront';
export const id = '91f7ca4d-3333-4e2a-b7d1-5eed0fca4d01';

const STEPS = ['Cards pay in the total', 'Refunds give cards their part back', 'The form'];

/** The checklist before and after. */
export function todos(s, before, after) {
  const list = (states) => states.map((status, at) => ({ content: STEPS[at], status, activeForm: STEPS[at] }));
  s.call('TodoWrite', { todos: list(after) }, 'Todos have been modified successfully.', {
    seconds: 0.1,
    result: { oldTodos: list(before), newTodos: list(after) },
  });
}

/** A file in the format of the Read tool. */
export function numbered(code) {
  return code
    .trimEnd()
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');
}
