import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTrace } from '../../src/index.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';
import { spanTree } from '../support/span-tree.js';

const fixtures = join(import.meta.dirname, '../../fixtures');

/** Sessions of the real client: sub-agents in both layouts, compaction, errors, interruptions, forks, hooks. */
describe('traces of what the client wrote', () => {
  const projects = projectsIn(join(fixtures, 'sessions'));
  it.each(projects.map((project) => [relative(join(fixtures, 'sessions'), project), project]))(
    '%s',
    async (name, project) => {
      const files = mainFilesIn(project).sort();
      const texts = files.map((file) => {
        const { turns } = openTrace({ file, content: 'full', isEnded: true });
        const heads = turns.map((turn) => {
          const copy = turn.isCopy ? `, a copy from ${turn.sessionId}` : '';
          return `# turn ${turn.number}, ${turn.state}${copy}\n${spanTree(turn.spans())}`;
        });
        return `## ${basename(file)}\n${heads.join('')}`;
      });
      const golden = `${name.replace(/[\\/].*?-home-dev-/, '-').replace(/[\\/]/g, '-')}.txt`;
      await expect(texts.join('\n')).toMatchFileSnapshot(join(fixtures, 'golden', golden));
    },
  );
});
