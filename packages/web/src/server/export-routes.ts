import { createReadStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import type { EditTarget } from '../edit/edit-work.js';
import { notFound } from '../failure.js';
import { turnNumbers } from '../read/turn-window.js';
import { isTeamId } from '../team/team-access.js';
import { Query } from './query.js';
import type { Services } from './services.js';

const TYPES = { html: 'text/html', md: 'text/markdown', json: 'application/json' } as const;
const FORMATS = ['html', 'md', 'json'] as const;

/** Downloads a session as a file for others. */
export function exportRoutes(app: Hono, { threads, files, list, team }: Services): void {
  app.get('/api/sessions/:id/export', async (context) => {
    const query = new Query(context.req.query());
    const format = query.choice('format', FORMATS) ?? 'html';
    const turns = query.text('turns', 20_000);
    const target = await targetOf(context.req.param('id'));
    const { sessionId } = target;
    const { file, folder } = await threads.ask('work', 'export', [
      target,
      { format, turns: turns === undefined ? null : turnNumbers(turns), isRedacted: !query.flag('reveal') },
    ]);
    const stream = createReadStream(file).on('close', () => rmSync(folder, { recursive: true, force: true }));
    // If the client has gone, nothing reads the stream, so it must be ended here.
    const { signal } = context.req.raw;
    if (signal.aborted) stream.destroy();
    else signal.addEventListener('abort', () => stream.destroy());
    return context.body(Readable.toWeb(stream) as ReadableStream<Uint8Array>, 200, {
      'Content-Type': `${TYPES[format]}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${nameOf(sessionId)}.${format}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
  });

  async function targetOf(id: string): Promise<EditTarget> {
    if (isTeamId(id)) {
      const { shared, file } = await team.open(id);
      return { file, sessionId: shared.session, cwd: shared.cwd || null };
    }
    const listed = list.find(id);
    if (!listed) throw notFound('There is no such session.');
    const { cwd = null, sessionId } = listed.indexed;
    return { file: await files.fileOf(listed), sessionId, cwd };
  }
}

/** An id is nearly always a UUID; whatever it is, it must not end the header. */
function nameOf(sessionId: string): string {
  return sessionId.replace(/[^\w.-]/g, '_').slice(0, 80);
}
