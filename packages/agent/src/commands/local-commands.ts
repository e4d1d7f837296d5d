import type { ApiMessage } from '@unspool/session';
import { cleanTitle } from '@unspool/session/edit';
import { plural } from '@unspool/session/show';
import type { SlashCommand } from '../chat/chat.js';
import type { Totals } from '../loop/event.js';
import type { PermissionRule } from '../permissions/decide.js';
import { contextText } from './context-text.js';

/** The parts of a chat that local commands use. */
export interface CommandHost {
  model: string;
  setModel(name: string): void;
  totals: Totals;
  /** Cost of the whole session in dollars, including earlier runs. */
  sessionCost: number;
  contextTokens: number;
  contextWindow: number;
  messages: readonly ApiMessage[];
  permissionMode: string;
  rules: readonly PermissionRule[];
  commands(): SlashCommand[];
  clear(): void;
  compact(instructions: string): Promise<string>;
  sessions(): { sessionId: string; title: string }[];
  resume(sessionId: string): string;
  rewindPoints(): { uuid: string; text: string; files: string[] }[];
  rewind(uuid: string, what: 'conversation' | 'files' | 'both'): string;
  exportText(file: string): string;
  rename(title: string): void;
}

interface LocalCommand extends SlashCommand {
  run(args: string, host: CommandHost): string | Promise<string>;
}

/** Commands that never reach the model. A thrown error is shown to the user. */
export const localCommands: readonly LocalCommand[] = [
  {
    name: 'help',
    description: 'list the commands',
    run: (_, host) =>
      host
        .commands()
        .map(
          ({ name, argumentHint, description }) => `/${[name, argumentHint].filter(Boolean).join(' ')}  ${description}`,
        )
        .join('\n'),
  },
  {
    name: 'clear',
    description: 'start a new session',
    run: (_, host) => {
      host.clear();
      return 'Your next prompt starts a new session.';
    },
  },
  {
    name: 'compact',
    description: 'replace the conversation with a summary',
    argumentHint: '[what to keep]',
    run: (args, host) => host.compact(args),
  },
  {
    name: 'resume',
    description: 'resume another session of this project',
    argumentHint: '[id]',
    run: (args, host) => (args ? host.resume(args) : listed(host.sessions())),
  },
  {
    name: 'model',
    description: 'show or change the model',
    argumentHint: '[name]',
    run: (args, host) => {
      if (args) host.setModel(args);
      return `The model is ${host.model}.`;
    },
  },
  { name: 'cost', description: 'show tokens and cost so far', run: (_, host) => costText(host) },
  {
    name: 'context',
    description: 'show how full the context is',
    run: (_, { messages, contextTokens, contextWindow }) => contextText(messages, contextTokens, contextWindow),
  },
  {
    name: 'rename',
    description: 'change the title of this session',
    argumentHint: '<title>',
    run: (args, host) => {
      const title = cleanTitle(args);
      if (title === undefined) throw new Error('Give a title of at most 500 characters: /rename Flaky upload test');
      host.rename(title);
      return `Renamed to: ${title}`;
    },
  },
  {
    name: 'rewind',
    description: 'undo a prompt: its conversation, files, or both',
    argumentHint: '[number] [conversation|files|both]',
    run: rewind,
  },
  {
    name: 'permissions',
    description: 'show the permission mode and rules',
    run: (_, { permissionMode, rules }) => {
      const lines = rules.map(({ behavior, rule, source }) => `${behavior} ${rule}  (${source})`);
      return [`Mode: ${permissionMode}`, ...(lines.length > 0 ? lines : ['No rules.'])].join('\n');
    },
  },
  {
    name: 'export',
    description: 'write the conversation to a text file',
    argumentHint: '<file>',
    run: (args, host) => {
      if (!args) throw new Error('Name a file: /export conversation.md');
      return host.exportText(args);
    },
  },
];

function listed(sessions: { sessionId: string; title: string }[]): string {
  if (sessions.length === 0) return 'This project has no other sessions.';
  return sessions.map(({ sessionId, title }) => `${sessionId}  ${title}`).join('\n');
}

function costText({ totals, sessionCost }: CommandHost): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, cost, hasUnknownCost, requests } = totals;
  const number = (value: number) => value.toLocaleString('en');
  return [
    `$${cost.toFixed(4)}${hasUnknownCost ? ' (excluding models with unknown prices)' : ''}`,
    `${number(requests)} ${requests === 1 ? 'request' : 'requests'}: ${number(inputTokens)} tokens in, ${number(outputTokens)} out`,
    `cache: ${number(cacheReadTokens)} read, ${number(cacheCreationTokens)} written`,
    `whole session, including earlier runs: $${sessionCost.toFixed(4)}`,
  ].join('\n');
}

function rewind(args: string, host: CommandHost): string {
  const points = host.rewindPoints();
  if (points.length === 0) return 'There is no prompt to rewind to.';
  const [number = '', what = 'both'] = args.split(/\s+/).filter(Boolean);
  if (number === '') {
    const lines = points.map(({ text, files }, at) => {
      const changed = files.length > 0 ? `  [${plural(files.length, 'file')} kept]` : '';
      return `${at + 1}. ${text.split('\n', 1)[0]?.slice(0, 70) ?? ''}${changed}`;
    });
    return [...lines, 'To rewind: /rewind <number> [conversation|files|both]'].join('\n');
  }
  const point = points[Number(number) - 1];
  if (!point) throw new Error(`There is no prompt ${number}. Type /rewind for the list.`);
  if (what !== 'conversation' && what !== 'files' && what !== 'both') {
    throw new Error('Choose what to rewind: conversation, files or both.');
  }
  return host.rewind(point.uuid, what);
}
