import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { Tool, ToolResult } from '../../src/tools/tool.js';

const schema = (properties: string[], required = properties): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
  required,
});

/** Small tools with the client's names, for tests that are not about the tools. */
export const readTool: Tool = {
  name: 'Read',
  description: 'reads a file',
  inputSchema: schema(['file_path']),
  isReadOnly: () => true,
  async run({ file_path }, context): Promise<ToolResult> {
    const path = resolve(context.cwd, String(file_path));
    if (!existsSync(path))
      return { content: 'File does not exist.', toolUseResult: 'Error: File does not exist.', isError: true };
    const content = readFileSync(path, 'utf8');
    const lines = content.split('\n').length;
    const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines };
    return { content, toolUseResult: { type: 'text', file } };
  },
};

export const writeTool: Tool = {
  name: 'Write',
  description: 'writes a file',
  inputSchema: schema(['file_path', 'content']),
  isReadOnly: () => false,
  async run({ file_path, content }, context): Promise<ToolResult> {
    const path = resolve(context.cwd, String(file_path));
    await context.backUp(path);
    const isNew = !existsSync(path);
    writeFileSync(path, String(content));
    const type = isNew ? 'create' : 'update';
    return { content: `written: ${path}`, toolUseResult: { type, filePath: path, content: String(content) } };
  },
};

export const bashTool: Tool = {
  name: 'Bash',
  description: 'runs a command',
  inputSchema: schema(['command', 'description'], ['command']),
  isReadOnly: ({ command }) => /^(echo|sleep|ls)\b/.test(String(command)),
  run: ({ command }, context) =>
    new Promise((done) => {
      const child = spawn('/bin/sh', ['-c', String(command)], { cwd: context.cwd, detached: true });
      let stdout = '';
      const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
      context.signal.addEventListener('abort', stop, { once: true });
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
        context.progress({ data: { type: 'bash_progress', output: stdout, fullOutput: stdout } });
      });
      child.on('close', (code) => {
        context.signal.removeEventListener('abort', stop);
        const interrupted = context.signal.aborted;
        const toolUseResult = { stdout, stderr: '', interrupted, isImage: false, noOutputExpected: false };
        done({ content: stdout.trimEnd(), toolUseResult, isError: code !== 0 && !interrupted });
      });
    }),
};

export const testTools: Tool[] = [readTool, writeTool, bashTool];
