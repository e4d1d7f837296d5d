import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { newChat, newPlace, testWorld } from '../support/chat.js';
import { text } from '../support/scripted-api.js';

it('a new session is in the project folder that the environment names', async () => {
  const place = newPlace();
  const env = { CLAUDE_CONFIG_DIR: place.configDir, CLAUDE_CODE_PROJECT_DIR_NAME: 'shop' };
  const world = { ...testWorld(place), env };
  const { chat } = await newChat([{ blocks: [text('a')] }], { place, world });
  await chat.send('hi');
  expect(basename(dirname(chat.file))).toBe('shop');
});
