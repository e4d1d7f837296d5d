import { join } from 'node:path';
import { archivePath, changeLabel } from '@unspool/store';
import type { Context, Hono } from 'hono';
import { editRequestOf, Fields } from '../edit/edit-request.js';
import type { EditTarget } from '../edit/edit-work.js';
import { AppFailure, notFound, wrongRequest } from '../failure.js';
import type { ListedSession } from '../list/session-list.js';
import type { EditDone, EditRecord } from '../view/routes.js';
import { bodyOf } from './body.js';
import type { Services } from './services.js';

const MAX_TAG = 60;

/** Routes that change sessions. None of them touches a live session. */
export function editRoutes(app: Hono, services: Services): void {
  const { threads, list, keeper } = services;

  app.post('/api/sessions/:id/plan', async (context) => {
    const request = editRequestOf(await bodyOf(context));
    return context.json(await threads.ask('work', 'plan', [targetOf(own(context)), request]));
  });

  app.get('/api/sessions/:id/live', async (context) =>
    context.json(await threads.ask('work', 'whyLive', [targetOf(found(context))])),
  );

  app.post('/api/sessions/:id/apply', async (context) => {
    const request = editRequestOf(await bodyOf(context));
    const { file, ...done } = await threads.ask('work', 'apply', [targetOf(own(context)), request]);
    await keeper.update();
    const id = idOf(file) ?? context.req.param('id');
    return context.json({ ...done, id } satisfies EditDone);
  });

  app.post('/api/undo', async (context) => {
    const undo = new Fields(await bodyOf(context)).text('undo');
    if (undo === undefined) throw wrongRequest('"undo" is missing.');
    const undone = await threads.ask('work', 'undo', [undo]);
    await keeper.update();
    return context.json(undone);
  });

  app.get('/api/edits', async (context) => {
    const records = await threads.ask('work', 'edits', []);
    const edits: EditRecord[] = records.map(({ file, from, ...record }) => {
      const row = rowOf(file);
      const original = from === undefined ? undefined : rowOf(from);
      return { ...record, id: row && !row.isGone ? row.id : null, title: (row ?? original)?.title ?? null };
    });
    return context.json({ edits });
  });

  app.post('/api/sessions/:id/rename', async (context) => {
    const title = new Fields(await bodyOf(context)).text('title') ?? '';
    const renamed = await threads.ask('work', 'rename', [targetOf(own(context)), title]);
    await keeper.update();
    return context.json(renamed);
  });

  app.post('/api/sessions/:id/delete', async (context) => {
    const listed = own(context);
    const removed = await threads.ask('work', 'remove', [targetOf(listed), listed.row.title]);
    await keeper.update();
    return context.json(removed);
  });

  app.post('/api/sessions/:id/archive', async (context) => {
    const archived = await threads.ask('work', 'archive', [targetOf(own(context))]);
    changed();
    return context.json(archived);
  });

  app.post('/api/sessions/:id/restore', async (context) => {
    const listed = found(context);
    const archive = archivePath(join(services.dataFolder, 'archive'), listed.indexed);
    if (!listed.row.isArchived) throw notFound('This session is not in the archive.');
    const restored = await threads.ask('work', 'restore', [archive, targetOf(listed), listed.row.title]);
    await keeper.update();
    return context.json(restored);
  });

  app.post('/api/sessions/:id/label', async (context) => {
    const fields = new Fields(await bodyOf(context));
    const { indexed } = found(context);
    const [add, remove, pin] = [tagsOf(fields, 'add'), tagsOf(fields, 'remove'), fields.flag('pin')];
    const change = { add, remove, ...(pin !== undefined && { pin }), now: services.now() };
    const { tags, isPinned } = changeLabel(services, indexed.sessionId, change);
    changed();
    return context.json({ tags, isPinned });
  });

  function found(context: Context): ListedSession {
    const listed = list.find(context.req.param('id') ?? '');
    if (!listed || listed.row.isGone) throw notFound('There is no such session.');
    return listed;
  }

  /** A session that may be changed. */
  function own(context: Context): ListedSession {
    const listed = found(context);
    const { client } = listed.row;
    if (client === null) return listed;
    const why = 'Unspool never changes sessions of other agents.';
    const hint = `Convert it to a session of Claude Code: unspool convert ${listed.indexed.sessionId} --to claude`;
    throw new AppFailure(409, `This is a session of ${client.label}.`, { why, hint });
  }

  function idOf(file: string): string | undefined {
    return rowOf(file)?.id;
  }

  function rowOf(file: string): ListedSession['row'] | undefined {
    return list.all().find(({ indexed }) => indexed.main === file)?.row;
  }

  function changed(): void {
    list.forget();
    services.events.tell({ type: 'list' });
  }
}

/** The available operations. */
export const OPERATIONS: readonly string[] = [
  'clone',
  'fork',
  'cut',
  'strip',
  'redact',
  'repair',
  'rename',
  'tag',
  'pin',
  'archive',
  'restore',
  'delete',
  'export',
];

function targetOf({ indexed }: ListedSession): EditTarget {
  return { file: indexed.main, sessionId: indexed.sessionId, cwd: indexed.cwd ?? null };
}

function tagsOf(fields: Fields, name: string): string[] {
  const tags = (fields.texts(name) ?? []).map((tag) => tag.trim());
  if (tags.every((tag) => tag !== '' && tag.length <= MAX_TAG && !/[\p{Cc},]/u.test(tag))) return tags;
  throw wrongRequest(`A tag must have 1 to ${MAX_TAG} characters and no comma.`);
}
