import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { TOOL_NAMES } from '@unspool/session/tools';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const REGISTRY = 'packages/session/src/tools/registry.ts';

/** The agent's own tools: each may say its own name, and nothing else. */
const IMPLEMENTATIONS = /^packages\/agent\/src\/(?:tools\/.*|agents\/agent-tool|skills\/skill-tool)\.ts$/;

/** Words that only look like a tool. */
const OTHER_WORDS: { readonly [file: string]: readonly string[] } = {
  // The title of the page where a session is edited.
  'packages/web/app/src/edit/page.tsx': ["'Edit'", '"Edit"'],
  // Help for people who write permission rules.
  'packages/cli/src/chat/register.ts': ['"Bash('],
  'packages/cli/src/chat/tool-list.ts': ["'Bash("],
};

const sources = readdirSync(join(root, 'packages')).flatMap((name) => [
  ...sourcesIn(join(root, 'packages', name, 'src')),
  ...(name === 'web' ? sourcesIn(join(root, 'packages/web/app/src')) : []),
]);

describe('names of tools', () => {
  it('are written in the registry only', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((file) => {
      const path = relative(root, file).replaceAll('\\', '/');
      return path === REGISTRY ? [] : namesIn(readFileSync(file, 'utf8'), path).map((name) => `${path}: ${name}`);
    });
    expect(found).toEqual([]);
  });

  it.each([
    ["if (name === 'Bash') run();", ["'Bash'"]],
    ['const names = ["Read", `Grep`];', ['"Read"', '`Grep`']],
    ["const names = 'Read NotebookRead|LS';", ["'Read NotebookRead|LS'"]],
    ['const views = { Task: agent, ExitPlanMode: plan };', ['Task:', 'ExitPlanMode:']],
    ['const rule = `Bash(npm:*)`;', ['`Bash(']],
    ["const hint = 'Write NAME=VALUE.';", []],
    ["// As 'Bash' does.\nrun(TOOL.Bash);\n/** Or 'Read'. */", []],
    ["const url = 'https://a.org';", []],
  ])('are seen in %s', (text, names) => expect(namesIn(text, 'a.ts')).toEqual(names));

  it('may be those of an implementation', () => {
    const path = 'packages/agent/src/tools/shell/bash-tool.ts';
    expect(namesIn("return { name: 'Bash', aliases: ['Shell', 'KillShell'] };", path)).toEqual(["'KillShell'"]);
  });
});

function namesIn(text: string, path: string): string[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const checked = IMPLEMENTATIONS.test(path) ? code.replace(/\bname: '\w+'/g, '') : code;
  return [...checked.matchAll(NAMED)]
    .map(([found]) => found.trim())
    .filter((found) => !OTHER_WORDS[path]?.includes(found));
}

const NAME = `(?:${TOOL_NAMES.join('|')})`;
/** A text of one or more names, a rule about a tool, or a member of an object. */
const NAMED = new RegExp(`(['"\`])${NAME}(?:[\\s,|]+${NAME})*\\1|['"\`]${NAME}\\(|(?<=[{,]\\s*)${NAME}:(?=\\s)`, 'g');

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
