import { describe, expect, it } from 'vitest';
import { resume } from '../../src/resume/resume.js';
import { attachment, says, tinySession, user } from './tiny-session.js';

const file = (content: unknown, fields = {}) =>
  attachment({ attachment: { type: 'file', filename: '/p/a.txt', content }, ...fields });
const textFile = { type: 'text', file: { filePath: '/p/a.txt', content: 'words of the file' } };
const news = (content: unknown) => user(content, { origin: { kind: 'task-notification' } });
const session = tinySession([
  user('look at @a.txt'),
  file(textFile, { rendered: [{ content: '<system-reminder>\nread: words\n</system-reminder>' }, 7, {}] }),
  file(textFile),
  attachment({ attachment: { type: 'directory', path: '/p', content: 'a.txt' } }),
  attachment(),
  says('m1', 'Seen.'),
  news('<task-notification>done</task-notification>'),
  news([{ type: 'text', text: '<task-notification>too</task-notification>' }]),
  says('m2', 'Heard.'),
]);

describe('reminders', () => {
  it('are left out, because the client makes most of them again', () => {
    expect(resume(session).messages.map(({ role, content }) => [role, content.length])).toEqual([
      ['user', 1],
      ['assistant', 1],
      ['assistant', 1],
    ]);
  });

  it('of mentioned files and of tasks are included on request', () => {
    const { messages } = resume(session, 'next', { withReminders: true });
    const words = messages.map(({ content }) =>
      content.map((block) => String((block as { text?: string }).text).trim()),
    );
    expect(words).toEqual([
      [
        'look at @a.txt',
        '<system-reminder>\nread: words\n</system-reminder>',
        '<system-reminder>\nThe prompt named /p/a.txt:\nwords of the file\n</system-reminder>',
        '<system-reminder>\nThe prompt named /p:\na.txt\n</system-reminder>',
      ],
      ['Seen.'],
      [
        '<system-reminder>\n<task-notification>done</task-notification>\n</system-reminder>',
        '<system-reminder>\n<task-notification>too</task-notification>\n</system-reminder>',
      ],
      ['Heard.'],
      ['next'],
    ]);
  });
});
