import { planStrip, type StripOptions, stripPresets } from '@unspool/session/edit';
import { suggest } from '../help/suggest.js';
import type { Io } from '../io.js';
import { givenTime } from '../terminal/given-time.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { type EditOptions, runEdit } from './run-edit.js';
import type { Source } from './source.js';
import { turnCount } from './turn-numbers.js';

export interface StripFlags extends EditOptions {
  preset?: string;
  tools?: boolean;
  thinking?: string | boolean;
  images?: boolean;
  results?: boolean;
  attachments?: boolean;
  keepLast?: string;
  olderThan?: string;
  tool?: string[];
  largerThan?: string;
  truncate?: string;
}

/** Makes a session smaller. Every call keeps its result. */
export async function strip(query: string, flags: StripFlags, io: Io): Promise<number> {
  const options = stripOptions(flags, io);
  const plan = (source: Source) => {
    for (const name of options.toolNames ?? []) requireTool(name, source);
    return planStrip(source.session, source.turns, options);
  };
  return runEdit({ query, plan, options: flags }, io);
}

function stripOptions(flags: StripFlags, io: Io): StripOptions {
  const own: StripOptions = {
    ...(flags.tools && { tools: true }),
    ...(flags.thinking !== undefined && { thinking: thinkingOf(flags.thinking) }),
    ...(flags.images && { images: true }),
    ...(flags.results && { results: true }),
    ...(flags.attachments && { attachments: true }),
    ...(flags.truncate !== undefined && { truncate: count('--truncate', flags.truncate) }),
    ...(flags.keepLast !== undefined && { keepLast: turnCount(flags.keepLast) }),
    ...(flags.olderThan !== undefined && { olderThan: givenTime(flags.olderThan, io.now) }),
    ...(flags.tool && { toolNames: new Set(flags.tool) }),
    ...(flags.largerThan !== undefined && { largerThan: count('--larger-than', flags.largerThan) }),
  };
  const saysWhat =
    own.tools || own.thinking || own.images || own.results || own.attachments || own.truncate !== undefined;
  return { ...presetOf(flags.preset ?? (saysWhat ? undefined : 'standard')), ...own };
}

/** Without this check, a misspelt name would silently remove nothing. */
function requireTool(name: string, { turns }: Source): void {
  const names = [...new Set([...turns.pairing.calls.values()].map((call) => call.name))];
  if (names.includes(name)) return;
  const meant = suggest(name, names);
  throw usage(
    `The session has no calls of "${safeLine(name)}".`,
    meant === undefined
      ? `It has calls of: ${names.map(safeLine).join(', ') || 'no tool'}.`
      : `Did you mean: ${safeLine(meant)}`,
  );
}

function presetOf(name: string | undefined): StripOptions {
  if (name === undefined) return {};
  if (name === 'gentle' || name === 'standard' || name === 'hard') return stripPresets[name];
  throw usage(`There is no preset "${name}".`, 'Use gentle, standard or hard.');
}

function thinkingOf(value: string | boolean): 'all' | 'hollow' {
  if (value === true || value === 'all') return 'all';
  if (value === 'hollow') return 'hollow';
  throw usage(`--thinking takes all or hollow, not "${value}".`, 'hollow removes only blocks without a signature.');
}

/** 4000, 4k, 1.5M. */
function count(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kKmM])?$/.exec(text.trim());
  if (!match) throw usage(`${flag} takes a number, not "${text}".`, 'For example 4000 or 4k.');
  const unit = { k: 1e3, m: 1e6 }[match[2]?.toLowerCase() ?? ''] ?? 1;
  return Math.round(Number(match[1]) * unit);
}

function usage(message: string, hint: string): UserError {
  return new UserError(message, { hint, isUsage: true });
}
