import type { Hono } from 'hono';
import type { LiveEvent } from '../view/routes.js';
import type { Services } from './services.js';

/** If a page receives nothing for twice as long, it reports the server as frozen. */
const BEAT_MS = 5_000;
/** No more sessions than this are on screen at once. */
const MAX_SESSIONS = 30;
/** The file on screen is watched as long as the page is open. */
const NOTE_MS = 60_000;

/** Notifies open pages of changes. */
export function eventRoutes(app: Hono, { events, keeper, list, watch }: Services): void {
  app.get('/api/events', (context) => {
    const ids = (context.req.queries('session') ?? []).slice(0, MAX_SESSIONS);
    const note = () => {
      for (const id of ids) {
        const listed = list.find(id);
        if (listed) watch.note(listed.indexed.main, listed.row.id, null);
      }
    };
    const encoder = new TextEncoder();
    let stop = () => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const report = (event: LiveEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
        const unlisten = events.listen(report);
        const beat = setInterval(() => report({ type: 'beat' }), BEAT_MS);
        const noting = setInterval(note, NOTE_MS);
        stop = () => {
          unlisten();
          clearInterval(beat);
          clearInterval(noting);
        };
        report({ type: 'index', index: keeper.state });
      },
      cancel: () => stop(),
    });
    note();
    // A page is open again, so what changed meanwhile is indexed at once.
    void keeper.update();
    return context.body(stream, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  });
}
