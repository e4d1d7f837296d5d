import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from '../../src/chat/start.js';
import { memoryIo } from '../support/memory-io.js';

function chatIn(servers: object) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-servers-'));
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  const io = memoryIo({ home, cwd, env: { ANTHROPIC_API_KEY: 'none', CLAUDE_CONFIG_DIR: join(home, '.claude') } });
  return io;
}

describe('MCP servers of a folder', () => {
  it('are not started without consent', async () => {
    const io = chatIn({ files: { command: 'node', args: ['-e', 'process.exit(7)'] } });
    const chat = await start({}, io, { entrypoint: 'sdk-cli', canAsk: false });
    await chat.close();
    expect(io.stderr()).toContain('"files" from this folder was not started');
  });

  it('are started if the folder is trusted, and a broken one is reported', async () => {
    const io = chatIn({ files: { command: 'node', args: ['-e', 'process.exit(7)'] } });
    const chat = await start({ trust: true }, io, { entrypoint: 'sdk-cli', canAsk: false });
    await chat.close();
    expect(io.stderr()).toContain('Cannot start the MCP server "files"');
  });
});
