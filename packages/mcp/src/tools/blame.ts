import { existsSync, realpathSync } from 'node:fs';
import { plural, shortId } from '@unspool/session/show';
import {
  type BlameTarget,
  blame,
  blameBlocks,
  blameCommit,
  findTarget,
  GitError,
  isOfProject,
  type LeadingWords,
  repositoryOf,
  sharesOf,
  type Writer,
  wordsBefore,
} from '@unspool/store';
import { day, inBudget, oneLine, type Part, plainName } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';

/** Which sessions wrote lines or a commit, with the prompts and replies that led to it. */
export function blameTool(args: Arguments, room: Room): string {
  const text = args.text('target');
  try {
    const target = findTarget(text, room.folder);
    if (typeof target === 'string') throw new BadArgument(target);
    if (!args.isSet('all_projects')) checkProject(target, room);
    return inBudget(
      {
        parts: target.kind === 'file' ? ofFile(target, room) : ofCommit(target, room),
        more: () => 'More: a larger max_tokens, or fewer lines. The whole turn: show_turn.',
        nothing: 'No recorded session wrote this.',
      },
      args,
    );
  } catch (error) {
    if (error instanceof GitError) throw new BadArgument(`git failed: ${error.message}`);
    throw error;
  }
}

/** A path can lead out of the project, to code whose sessions the model was not given. */
function checkProject({ place: { folder } }: BlameTarget, { project }: Room): void {
  if (folder === undefined) return;
  const place = { slug: '', cwd: folder, repo: repositoryOf(folder) };
  const names = existsSync(project) ? [project, realpathSync(project)] : [project];
  if (names.some((name) => isOfProject(place, name))) return;
  throw new BadArgument('This belongs to another project. Use all_projects: true if you need it.');
}

function ofFile(target: BlameTarget & { kind: 'file' }, { database, kept }: Room): Part[] {
  const shown = new Set<number>();
  return blameBlocks(blame(database, target)).flatMap(({ from, to, writer }): Part[] => {
    if (!writer) return [];
    const words = wordsBefore(database, writer, kept);
    const isNew = !shown.has(writer.id);
    shown.add(writer.id);
    const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
    return [{ head: `${lines}: ${placeOf(writer)}`, quoted: isNew ? quotedWords(words) : undefined }];
  });
}

function ofCommit(target: BlameTarget & { kind: 'commit' }, { database, kept }: Room): Part[] {
  return sharesOf(blameCommit(database, target.name, target.place)).map(({ writer, turns, lines, share }) => {
    const words = wordsBefore(database, writer, kept);
    const part = `${Math.round(share * 100)} % (${plural(lines, 'line')}), turns ${turns.join(', ')}`;
    return { head: `${part}: ${placeOf(writer)}`, quoted: quotedWords(words) };
  });
}

function placeOf({ sessionId, turn, agentId, client, time, tool }: Writer): string {
  const agent = agentId === undefined ? '' : ` (sub-agent ${plainName(agentId)})`;
  return `session ${shortId(sessionId)} turn ${turn}${agent}${client === undefined ? '' : ` of ${client}`}, ${plainName(tool)}, ${day(time)}`;
}

function quotedWords({ prompt, reply }: LeadingWords): string {
  const parts = [prompt && `prompt: ${oneLine(prompt, 600)}`, reply && `reply: ${oneLine(reply, 600)}`];
  return parts.filter(Boolean).join('\n');
}
