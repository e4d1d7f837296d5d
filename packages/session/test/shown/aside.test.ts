import { expect, it } from 'vitest';
import { wordsAside } from '../../src/shown/aside.js';

const notification = (inner: string) => ({
  kind: 'injected' as const,
  text: `<task-notification>\n<task-id>a1</task-id>\n<summary>Agent "Look" finished</summary>\n${inner}\n</task-notification>`,
  ideContext: [],
  media: [],
});

it('of a notification shows its subject and its report, which may exist only there', () => {
  const { label, text } = wordsAside(
    notification('<result>Found <result>two</result> zebras.\nEnd.</result>\n<usage>9</usage>'),
  );
  expect(label).toBe('task notification');
  expect(text).toBe('Agent "Look" finished\n\nFound <result>two</result> zebras.\nEnd.');
  expect(wordsAside(notification('<status>completed</status>')).text).toBe('Agent "Look" finished');
});
