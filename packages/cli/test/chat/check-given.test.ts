import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkGiven, toolNamesOf } from '../../src/chat/check-given.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const place = mkdtempSync(join(tmpdir(), 'unspool-given-'));
writeFileSync(join(place, 'file'), '[');
writeFileSync(join(place, 'servers.json'), '{"mcpServers":{}}');

describe('what is given to a chat', () => {
  it.each([
    [['--mcp-config', '{bad'], 'not valid JSON'],
    [['--mcp-config', '{}'], 'no "mcpServers"'],
    [['--mcp-config', 'null'], 'No MCP servers in null'],
    [['--mcp-config', join(place, 'file')], 'not valid JSON'],
    [['--mcp-config', join(place, 'nowhere')], 'No MCP servers in'],
    [['--tools', 'Nope'], 'no tool "Nope"'],
    [['--tools', 'Nope,bash'], 'no tool "Nope", "bash"'],
  ])('%j is refused', async (args, words) => {
    const io = memoryIo({ env: {} });
    expect(await run(['chat', '--demo', '-p', 'hi', ...args], io)).toBe(2);
    expect(io.stderr()).toContain(words);
    expect(io.stdout()).toBe('');
  });

  const warningsOf = (options: Parameters<typeof checkGiven>[0]) => {
    const io = memoryIo({ cwd: place });
    checkGiven(options, io);
    return io.stderr();
  };

  it('reports missing folders', () => {
    expect(warningsOf({ addDir: ['/nonexistent', 'file', '.', place] })).toBe(
      '--add-dir: there is no folder /nonexistent.\n--add-dir: there is no folder file.\n',
    );
  });

  it('reports tools with wrong capitals', () => {
    expect(warningsOf({ disallowedTools: ['bash(rm:*)', 'Read'], allowedTools: ['Edit'] })).toBe(
      '--disallowedTools: "bash(rm:*)" has no effect: the tool is called Bash.\n',
    );
  });

  it('says nothing of what is well', () => {
    const mcpConfig = ['{"mcpServers":{}}', join(place, 'servers.json')];
    expect(warningsOf({ addDir: [place], allowedTools: ['Bash(ls)'], mcpConfig })).toBe('');
  });

  it('offers the tools that were named', () => {
    const io = memoryIo();
    const known = ['Bash', 'Read'];
    expect(toolNamesOf(undefined, known, io)).toBeUndefined();
    expect(toolNamesOf(['default'], known, io)).toBeUndefined();
    expect(toolNamesOf(['Bash', 'Task,mcp__a__b'], known, io)).toEqual(['Bash', 'Task', 'mcp__a__b']);
    expect(io.stderr()).toBe('');
    expect(toolNamesOf(['Bash', 'LS'], known, io)).toEqual(['Bash', 'LS']);
    expect(io.stderr()).toBe('--tools: there is no tool "LS".\n');
  });
});
