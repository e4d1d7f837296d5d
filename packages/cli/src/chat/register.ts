import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** What the agent SDK passes on that means nothing here: taken, and said once when it changes nothing. */
const UNHEEDED = [
  '--allow-dangerously-skip-permissions',
  '--await-initialize',
  '--managed-settings-in-initialize',
  '--include-hook-events',
  '--session-mirror',
  '--debug-to-stderr',
  '--betas <names...>',
  '--effort <level>',
  '--thinking <mode>',
  '--thinking-display <mode>',
  '--max-thinking-tokens <count>',
  '--fallback-model <model>',
];

/** The console client. Its code is loaded only when it is called. */
export function registerChat(program: Command, io: Io, done: (exitCode: number) => void): void {
  const chat = program
    .command('chat')
    .description('talk to a model in a session that Claude Code can go on with')
    .argument('[prompt...]', 'the first prompt')
    .option('-p, --print', 'print the answer and end; a pipe is read too')
    .option('-c, --continue', 'go on with the last session of this folder')
    .option('-r, --resume [session]', `go on with this session: ${SESSION}; without it, choose`)
    .option('--fork-session', 'with --continue or --resume: go on with a copy')
    .option('--session-id <uuid>', 'the id of the new session')
    .option('--model <model>', 'a name, or opus, sonnet, haiku, fable')
    .option('--permission-mode <mode>', 'default, acceptEdits, plan, bypassPermissions, dontAsk')
    .option('--allowedTools, --allowed-tools <rules...>', 'what may run without a question: "Bash(git log:*)" Edit')
    .option('--disallowedTools, --disallowed-tools <rules...>', 'what must not run')
    .option('--tools <names...>', 'offer only these tools')
    .option('--add-dir <folders...>', 'folders besides this one that tools may use')
    .option('--system-prompt <text>', 'instead of ours')
    .option('--append-system-prompt <text>', 'behind ours')
    .option('--max-turns <count>', 'stop after so many replies')
    .option('--max-budget-usd <dollars>', 'make no further request when so much is spent')
    .option('--output-format <format>', 'with -p: text, json or stream-json')
    .option('--input-format <format>', 'with -p: text or stream-json')
    .option('--include-partial-messages', 'with stream-json: pieces as they come')
    .option('--replay-user-messages', 'with stream-json: say prompts back')
    .option('--permission-prompt-tool <name>', 'with stream-json: "stdio" asks whoever drives it')
    .option('--dangerously-skip-permissions', 'run everything without a question')
    .option('--sandbox', 'run every command in a sandbox: writes only in the project and temp, no network')
    .option('--no-sandbox', 'run no command in a sandbox')
    .option('--trust', 'run the hooks and servers that the folder brings')
    .option('--mcp-config <configs...>', 'MCP servers: JSON, or files with it')
    .option('--strict-mcp-config', 'only the MCP servers of --mcp-config')
    .option('--setting-sources <sources>', 'which settings count: user,project,local')
    .option('--demo', 'a script instead of a model: nothing leaves the machine')
    .option('--verbose', 'accepted, as the client does; it changes nothing')
    .action(async (words, options) => done(await (await import('./chat.js')).chat(words, options, io)));
  for (const flags of UNHEEDED) chat.addOption(new Option(flags).hideHelp());
}
