import type { Hono } from 'hono';
import { notFound } from '../failure.js';
import { projectFiles, projectFileView, type WrittenProjectFile } from '../list/project-files.js';
import { Query } from './query.js';
import type { Services } from './services.js';

const MAX_FILES = 500;

/** The files of a project over all its sessions. */
export function projectRoutes(app: Hono, { list, database, threads, files }: Services): void {
  app.get('/api/project/files', (context) => {
    const { key, project } = projectIn(new Query(context.req.query()));
    const found = written(key);
    return context.json({
      project,
      files: found.slice(0, MAX_FILES).map(projectFileView),
      more: Math.max(0, found.length - MAX_FILES),
    });
  });

  app.get('/api/project/diff', async (context) => {
    const query = new Query(context.req.query());
    const path = query.text('path', 4000) ?? '';
    const file = written(projectIn(query).key).find((each) => each.path === path);
    if (!file) throw notFound('No session of this project wrote this file.');
    const parts = await Promise.all(
      file.writers.map(async ({ listed, files: names }) => ({
        target: {
          id: listed.row.id,
          file: await files.fileOf(listed),
          agentId: null,
          isRevealed: false,
          special: [],
        },
        files: [...names],
      })),
    );
    return context.json(await threads.ask('read', 'projectDiff', [parts, path]));
  });

  let last: { of: unknown; key: string; found: WrittenProjectFile[] } | undefined;

  /** A page asks for the diffs one by one. */
  function written(key: string): WrittenProjectFile[] {
    const of = list.all();
    if (last?.of !== of || last.key !== key) last = { of, key, found: projectFiles(database, list, key) };
    return last.found;
  }

  function projectIn(query: Query) {
    const key = query.text('project', 4000) ?? '';
    const project = list.all().find(({ row }) => row.project.key === key)?.row.project;
    if (!project) throw notFound('There is no such project.');
    return { key, project };
  }
}
