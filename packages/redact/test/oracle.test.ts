import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';
import { SECRETS_BY_FORM } from './made-up-secrets.js';

/** Our rules must find everything that secretlint's recommended rules find. */
async function secretlint(content: string): Promise<[number, number][]> {
  const { messages } = await lintSource({
    source: { content, filePath: '/text.txt', ext: '.txt', contentType: 'text' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
      noPhysicFilePath: true,
    },
  });
  return messages.map(({ range }) => [range[0], range[1]]);
}

const more: [string, string][] = [
  ['npm', '//registry.npmjs.org/:_authToken=3f9a1c7e-5b2d-4046-a1f7-a9c3d5b08264'],
  ['basic auth', 'https://admin:hunter2secret@example.com/path'],
  ['database', 'postgresql://admin:hunter2secret@db.example.com:5432/app'],
  ['mysql', 'mysql://admin:hunter2secret@db.example.com:3306/app'],
  ['github oauth', 'https://3f9a1c7e5b2d8046e1f7a9c3d5b08264917e3c5a:x-oauth-basic@github.com/owner/repo'],
  ['aws', 'AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY"'],
];

describe('finds everything that secretlint finds', () => {
  it.each([...SECRETS_BY_FORM, ...more])('%s', async (_, secret) => {
    const text = `first line\n${secret}\nlast line`;
    const ours = findSecrets(text);
    for (const [start, end] of await secretlint(text)) {
      expect(
        ours.some((finding) => finding.start < end && start < finding.end),
        text.slice(start, end),
      ).toBe(true);
    }
  });
});
