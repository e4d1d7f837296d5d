import { blame, wordsBefore } from '@unspool/store';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { safe, safeLine } from '../terminal/safe.js';
import { stamp } from '../terminal/times.js';
import { UserError } from '../user-error.js';
import { withWrites } from './in-index.js';
import { writerAsJson } from './json.js';
import { fileTargetOf } from './target.js';

/** Prints the prompt and the reply that led to a line. Returns 1 if no recorded session wrote it. */
export async function why(text: string, options: { json?: boolean }, io: Io): Promise<number> {
  const target = fileTargetOf(text, io);
  if (!target.range) throw new UserError('LINE is missing.', { hint: 'Give FILE:LINE.', isUsage: true });
  return withWrites(io, (database, kept) => {
    const lines = blame(database, target);
    const line = lines.find(({ writer }) => writer) ?? lines[0];
    if (!line?.writer) {
      if (options.json)
        io.out(`${JSON.stringify({ path: target.path, line: line?.number ?? null, writer: null }, null, 2)}\n`);
      else io.err('This line was not written by a recorded session, or is too short to tell.\n');
      return 1;
    }
    const { writer } = line;
    const words = wordsBefore(database, writer, kept);
    if (options.json) {
      const json = { path: target.path, line: line.number, text: line.text, commit: line.commit ?? null };
      io.out(
        `${JSON.stringify({ ...json, writer: writerAsJson(writer, words), reply: words.reply ?? null }, null, 2)}\n`,
      );
      return 0;
    }
    const paint = colours(io.hasColour);
    const part = (head: string, body: string | undefined) =>
      body === undefined ? '' : `\n${paint.bold(head)}\n${safe(body).trim().replace(/^/gm, '  ')}\n`;
    const time = writer.time === undefined ? '' : `, ${stamp(writer.time)}`;
    const agent = writer.agentId === undefined ? '' : `, sub-agent ${safeLine(writer.agentId)}`;
    io.out(`${paint.cyan(writer.sessionId)} turn ${writer.turn}${agent}${time}, ${safeLine(writer.tool)}\n`);
    io.out(
      part('What was asked', words.prompt) +
        part('What the sub-agent was told', words.task) +
        part('The reply', words.reply),
    );
    const turn = `${writer.sessionId} --turn ${writer.turn}`;
    io.err(`\nSee the whole turn: unspool show ${turn} --full\nOpen it in the app: unspool open ${turn}\n`);
    return 0;
  });
}
