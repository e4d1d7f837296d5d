import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../../src/index.js';
import { foreignLines } from '../../src/read/foreign-lines.js';
import { stampOf } from '../../src/read/stamp.js';

/** Reads files in `<home>/toy`: lines `{session, by, text}`, and `{agent, parent, text}` of sub-agents. */
export const toy: Adapter = {
  name: 'pi',
  version: 1,
  *locate({ home }) {
    for (const name of readdirSync(join(home, 'toy')).sort()) {
      const file = join(home, 'toy', name);
      const stamp = stampOf(file);
      if (stamp !== undefined) yield { file, stamp };
    }
  },
  detect: ({ objects }) => objects.some((object) => 'session' in object && 'by' in object),
  translate({ file }, output) {
    const threads = new Map<string, ReturnType<typeof output.session>>();
    for (const { number, object } of foreignLines(file, output)) {
      const { session, agent, parent, by, text } = object as { [name: string]: string };
      const id = agent ?? session;
      if (id === undefined) {
        output.unknown(Object.keys(object).join());
        continue;
      }
      const start = () =>
        parent === undefined
          ? output.session({ id, cwd: '/home/dev' })
          : output.subAgent({ id, parent, cwd: '/home/dev', type: 'explorer' });
      const thread = threads.get(id) ?? start();
      threads.set(id, thread);
      const moment = { key: String(number), time: 1_790_000_000_000 + number };
      if (by === 'model') {
        thread.reply({ id: moment.key, model: 'toy-1', content: [{ type: 'text', text: text ?? '' }] }, moment);
      } else thread.prompt(text ?? '', moment);
    }
  },
};
