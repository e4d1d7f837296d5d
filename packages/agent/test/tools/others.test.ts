import { describe, expect, it } from 'vitest';
import { inputFault } from '../../src/loop/check-input.js';
import { skillTool } from '../../src/skills/skill-tool.js';
import { allTools } from '../../src/tools/all-tools.js';
import { todoTool } from '../../src/tools/todo-tool.js';
import { bench } from './support.js';

describe('TodoWrite', () => {
  const one = { content: 'Step one', status: 'in_progress', activeForm: 'Doing step one' };
  const two = { content: 'Step two', status: 'pending', activeForm: 'Doing step two' };

  it("returns the previous list, in the client's format", async () => {
    const { run } = bench();
    const todo = todoTool();
    expect((await run(todo, { todos: [one] })).toolUseResult).toEqual({ oldTodos: [], newTodos: [one] });
    expect((await run(todo, { todos: [one, two] })).toolUseResult).toEqual({ oldTodos: [one], newTodos: [one, two] });
    const done = { ...one, status: 'completed' };
    await run(todo, { todos: [done] });
    expect((await run(todo, { todos: [two] })).toolUseResult).toMatchObject({ oldTodos: [] });
  });

  it('keeps one list per agent', async () => {
    const { run, context } = bench();
    const todo = todoTool();
    await run(todo, { todos: [one] });
    expect((await todo.run({ todos: [two] }, { ...context, agentId: 'a1' })).toolUseResult).toMatchObject({
      oldTodos: [],
    });
  });

  it.each([[[{}]], [[null]], [[{ ...one, status: 'late' }]], ['no list']])('refuses %j', async (todos) => {
    expect((await bench().run(todoTool(), { todos: todos as never })).isError).toBe(true);
  });
});

describe('Skill', () => {
  it("launches a skill in the client's format", async () => {
    const { run, write, path, context } = bench();
    write(
      '.claude/skills/demo/SKILL.md',
      '---\nname: demo\ndescription: demo skill\n---\n\n# Demo skill\nDo the demo.\n',
    );
    const tool = skillTool({ configDir: path('none'), projectDir: context.projectDir });
    expect(tool.description).toContain('- demo: demo skill');
    expect(await run(tool, { skill: 'demo' })).toEqual({
      content: 'Launching skill: demo',
      toolUseResult: { success: true, commandName: 'demo' },
      meta: [
        [
          {
            type: 'text',
            text: `Base directory for this skill: ${path('.claude/skills/demo')}\n\n# Demo skill\nDo the demo.\n`,
          },
        ],
      ],
    });
  });

  it("prefers the project's skill, and takes arguments and names with a slash", async () => {
    const { run, write, path, context } = bench();
    write('mine/skills/demo/SKILL.md', 'of the person');
    write('mine/skills/other/SKILL.md', 'other: $ARGUMENTS; $&');
    write('.claude/skills/demo/SKILL.md', 'of the project');
    const tool = skillTool({ configDir: path('mine'), projectDir: context.projectDir });
    expect(JSON.stringify(await run(tool, { skill: '/demo', args: 'x' }))).toContain(
      'of the project\\n\\nARGUMENTS: x',
    );
    expect(JSON.stringify(await run(tool, { skill: 'other', args: '$& y' }))).toContain('other: $& y; $&');
  });

  it('lists the available ones, except those only for users', async () => {
    const { run, write, context, path } = bench();
    write('.claude/skills/a/SKILL.md', 'x');
    write('.claude/skills/b/SKILL.md', '---\ndisable-model-invocation: true\n---\nx');
    write('.claude/skills/empty/notes.md', 'x');
    const tool = skillTool({ configDir: path('none'), projectDir: context.projectDir });
    const { content } = await run(tool, { skill: '../../x' });
    expect(content).toContain('Available: a<');
  });
});

describe('all tools', () => {
  it("have the client's names, each once", () => {
    const tools = allTools();
    const names = tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(tools.map(({ name }) => name)).toEqual([
      'AskUserQuestion',
      'Bash',
      'Edit',
      'ExitPlanMode',
      'Glob',
      'Grep',
      'NotebookEdit',
      'Read',
      'Skill',
      'TaskOutput',
      'TaskStop',
      'TodoWrite',
      'WebFetch',
      'WebSearch',
      'Write',
    ]);
  });

  it('have schemas that the loop can check', () => {
    for (const { name, inputSchema, description } of allTools()) {
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      expect(description.length, name).toBeGreaterThan(20);
      for (const required of (inputSchema['required'] ?? []) as string[]) {
        expect(inputFault({}, inputSchema), name).toContain(required);
      }
    }
  });
});
