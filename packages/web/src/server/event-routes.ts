import type { Hono } from 'hono';
import type { LiveEvent } from '../view/routes.js';
import type { Place } from './place.js';
import { Query } from './query.js';

const BEAT_MS = 15_000;
/** The file that is on screen stays watched as long as the page is open. */
const NOTE_MS = 60_000;

/** Tells pages what changes, as long as they are open. */
export function eventRoutes(app: Hono, { events, keeper, list, watch }: Place): void {
  app.get('/api/events', (context) => {
    const id = new Query(context.req.query()).text('session');
    const note = () => {
      const listed = id === undefined ? undefined : list.find(id);
      if (listed) watch.note(listed.indexed.main, listed.row.id, null);
    };
    const encoder = new TextEncoder();
    let stop = () => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const tell = (event: LiveEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
        const unlisten = events.listen(tell);
        const beat = setInterval(() => send(': still here\n\n'), BEAT_MS);
        const noting = setInterval(note, NOTE_MS);
        stop = () => {
          unlisten();
          clearInterval(beat);
          clearInterval(noting);
        };
        tell({ type: 'index', index: keeper.state });
      },
      cancel: () => stop(),
    });
    note();
    // Somebody looks from now on: what changed meanwhile is found at once.
    void keeper.update();
    return context.body(stream, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  });
}
