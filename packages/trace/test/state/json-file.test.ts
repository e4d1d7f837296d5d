import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeJsonLightly } from '../../src/state/json-file.js';
import { temporaryFolder } from '../support/written-session.js';

it('leaves no temporary file if writing fails', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'box.json/inside'), { recursive: true });
  expect(() => writeJsonLightly(join(folder, 'box.json'), {})).toThrow();
  expect(readdirSync(folder)).toEqual(['box.json']);
});
