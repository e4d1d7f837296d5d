// The pictures in the docs: an animation of the command, and three of the screenshots that the browser tests write to
// screenshots/.
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './ready.mjs';
import { terminalPicture } from './terminal-picture.mjs';

writeFileSync(join(root, 'docs/terminal.svg'), terminalPicture());

for (const [shot, picture] of [
  ['everything-light', 'session'],
  ['everything-dark', 'session-dark'],
  ['plan', 'plan'],
]) {
  const from = join(root, 'screenshots', `${shot}.png`);
  if (existsSync(from)) copyFileSync(from, join(root, 'docs', `${picture}.png`));
  else say(`screenshots/${shot}.png is missing: npx vitest run packages/web/test/browser makes it.`);
}
