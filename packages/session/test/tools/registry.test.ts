import { describe, expect, it } from 'vitest';
import { resumedName } from '../../src/tools/names.js';
import { familyElsewhere } from '../../src/tools/other-agents.js';
import {
  actsOnFile,
  colourOf,
  currentName,
  fileIn,
  formerNames,
  isMcpTool,
  mcpToolName,
  startsAgent,
  TOOL,
  TOOL_COLOURS,
  TOOL_NAMES,
  toolLabel,
  toolNamed,
  writesFile,
} from '../../src/tools.js';

describe('the registry of tools', () => {
  it('finds every tool by all of its names, each name once', () => {
    expect(new Set(TOOL_NAMES).size).toBe(TOOL_NAMES.length);
    expect(toolNamed('Task')).toBe(toolNamed('Agent'));
    expect(toolNamed('exit_plan_mode').name).toBe(TOOL.ExitPlanMode);
    for (const name of Object.values(TOOL)) expect(toolNamed(name).name).toBe(name);
  });

  it('gives every tool a current successor', () => {
    for (const name of TOOL_NAMES) expect(toolNamed(currentName(name)).successor, name).toBeUndefined();
    for (const name of TOOL_NAMES) expect(TOOL, name).toHaveProperty(currentName(name));
  });

  it('has reasonable defaults for unknown tools', () => {
    expect(toolNamed('Unheard')).toEqual({ name: 'Unheard', family: 'other', view: 'json' });
    expect(toolNamed('mcp__git__log')).toEqual({ name: 'mcp__git__log', family: 'mcp', view: 'json' });
    for (const odd of ['', 'constructor', 'toString', '__proto__', 42, null, undefined, { toString: 1 }]) {
      expect(toolNamed(odd as string).family).toBe('other');
    }
  });

  it('identifies tools that write a file', () => {
    expect(TOOL_NAMES.filter(writesFile).sort()).toEqual(['Edit', 'MultiEdit', 'NotebookEdit', 'Write']);
    expect(writesFile('mcp__files__write')).toBe(false);
    for (const name of TOOL_NAMES.filter(writesFile)) expect(actsOnFile(name), name).toBe(true);
  });

  it('identifies tools that read or write one file', () => {
    expect(TOOL_NAMES.filter((name) => actsOnFile(name) && !writesFile(name))).toEqual(['Read', 'NotebookRead']);
  });

  it('identifies tools that start a sub-agent', () => {
    expect(TOOL_NAMES.filter(startsAgent)).toEqual(['Agent', 'Task']);
  });
});

describe('the file that a call names', () => {
  it.each([
    [{ file_path: '/p/a.ts' }, '/p/a.ts'],
    [{ notebook_path: '/p/a.ipynb' }, '/p/a.ipynb'],
    [{ notebook_path: '/p/a.ipynb', file_path: '/p/a.ts' }, '/p/a.ts'],
    [{ file_path: 42, notebook_path: '/p/a.ipynb' }, '/p/a.ipynb'],
    [{ path: '/p' }, undefined],
    [{}, undefined],
  ])('of %j is %j', (input, file) => expect(fileIn(input)).toBe(file));
});

describe('older names', () => {
  it.each([
    ['Task', 'Agent'],
    ['KillShell', 'TaskStop'],
    ['KillBash', 'TaskStop'],
    ['BashOutput', 'TaskOutput'],
    ['MultiEdit', 'Edit'],
    ['Bash', 'Bash'],
    ['Unheard', 'Unheard'],
    ['constructor', 'constructor'],
  ])('%s is %s today', (name, current) => expect(currentName(name)).toBe(current));

  it('are found from the current one', () => {
    expect(formerNames('Agent')).toEqual(['Task']);
    expect(formerNames('TaskStop')).toEqual(['KillShell', 'KillBash']);
    expect(formerNames('Bash')).toEqual([]);
  });

  it('are replaced on resume only as the client does', () => {
    const sent = TOOL_NAMES.map((name) => [name, resumedName(name)]).filter(([name, as]) => name !== as);
    expect(Object.fromEntries(sent)).toEqual({ Task: 'Agent', RunWorkflow: 'Workflow', ListPeers: 'ListAgents' });
    expect(resumedName('mcp__a__b')).toBe('mcp__a__b');
  });
});

describe('tools of MCP servers', () => {
  it('have a name for the model and one for people', () => {
    expect(mcpToolName('my server', 'odd name!')).toBe('mcp__my_server__odd_name_');
    expect(mcpToolName('s', 'x'.repeat(200))).toHaveLength(128);
    expect(isMcpTool('mcp__git__log')).toBe(true);
    expect(isMcpTool('Bash')).toBe(false);
    expect(toolLabel('mcp__git__log')).toBe('git/log');
    expect(toolLabel('mcp__my_server__do__it')).toBe('my_server/do__it');
    expect(toolLabel('mcp__git')).toBe('mcp__git');
    expect(toolLabel('Task')).toBe('Task');
  });
});

describe('colours', () => {
  it.each([
    ['Read NotebookRead LS ReadMcpResource ReadMcpResourceTool', 'read'],
    ['Edit MultiEdit Write NotebookEdit', 'edit'],
    ['Bash PowerShell BashOutput KillShell KillBash Monitor REPL', 'run'],
    ['Grep Glob WebSearch WebFetch ToolSearch', 'search'],
    ['Task Agent Workflow SendMessage TaskOutput TaskStop', 'agent'],
    ['TodoWrite AskUserQuestion ExitPlanMode Skill mcp__git__log Unheard', 'other'],
  ])('of %s', (names, colour) => {
    expect(names.split(' ').map(colourOf)).toEqual(names.split(' ').map(() => colour));
    expect(TOOL_COLOURS).toContain(colour);
  });

  it('knows what the tools of other agents are for', () => {
    expect(toolNamed('exec_command')).toEqual({ name: 'exec_command', family: 'shell', view: 'json' });
    expect(toolNamed('apply_patch').family).toBe('edit');
    expect(toolNamed('read_file').family).toBe('read');
    expect(writesFile('write_file')).toBe(true);
    expect(toolNamed('write_file').change).toBeUndefined();
    expect(toolNamed('nothing_known').family).toBe('other');
    for (const name of TOOL_NAMES) expect(familyElsewhere(name), name).toBeUndefined();
  });
});
