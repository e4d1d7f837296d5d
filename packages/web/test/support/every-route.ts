import type { TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline, TurnView, WrittenFile } from '../../src/view/view.js';
import type { Answer, Served } from './served.js';

/** How many addresses of each kind are requested. */
const MAX = 6;

/** Makes every request that a page could make about a session. Returns complaints about wrong answers. */
export async function askEverything(served: Served, id: string): Promise<string[]> {
  const wrong: string[] = [];
  const base = `/api/sessions/${encodeURIComponent(id)}`;
  const ask = async <Body>(path: string, fields: readonly string[] = []): Promise<Body | undefined> => {
    const answer = await served.get<Body>(path);
    const complaint = complaintOf(answer, fields);
    if (complaint !== undefined) wrong.push(`${path}: ${complaint}`);
    return answer.status === 200 ? answer.json : undefined;
  };
  await ask(base, ['session']);
  await conversation(base);
  await ask(`/api/tapes?ids=${encodeURIComponent(id)}`, ['tapes']);
  await ask(`/api/search?q=the&session=${encodeURIComponent(id)}`, ['hits', 'facets']);
  for (const format of ['md', 'html', 'json']) await ask(`${base}/export?format=${format}`);
  return wrong;

  async function conversation(path: string, depth = 0): Promise<void> {
    const first = await ask<TurnsPage>(`${path}/turns`, ['turns', 'outlines']);
    const outline = await ask<SessionOutline>(`${path}/outline`, ['turns', 'files', 'problems']);
    await ask(`${path}/changes`, ['files']);
    await ask(`${path}/timeline`, ['turns', 'tools']);
    await ask(`${path}/spans?turn=1`, ['spans']);
    const written = await ask<{ files: WrittenFile[] }>(`${path}/files`, ['files']);
    for (const file of written?.files.slice(0, MAX) ?? []) {
      await ask(`${path}/diff?path=${encodeURIComponent(file.path)}`, ['hunks', 'loose']);
      await ask(`${path}/blame?path=${encodeURIComponent(file.path)}`, ['writers']);
    }
    const count = outline?.turns.length ?? 0;
    const last = await ask<TurnsPage>(`${path}/turns?from=-5`, ['turns']);
    const middle = await ask<TurnsPage>(`${path}/turns?numbers=${Math.max(1, count >> 1)}..${(count >> 1) + 3}`, [
      'turns',
    ]);
    await ask(`${path}/turns/${count + 1}`, ['turns']);
    if (outline && first?.total !== null && first?.total !== count)
      wrong.push(`${path}: ${first?.total} turns and ${count}`);
    const items = JSON.stringify([first?.preamble, ...[first, middle, last].map((page) => spread(page?.turns ?? []))]);
    for (const callId of found(items, /"callId":"((?:[^"\\]|\\.)+)"/g)) {
      await ask(`${path}/calls/${encodeURIComponent(JSON.parse(`"${callId}"`))}`, ['callId', 'body']);
    }
    for (const byte of found(items, /"byte":(\d+)/g)) {
      await ask(`${path}/raw?byte=${byte}`, ['text', 'line']);
      await ask(`${path}/compacted?byte=${byte}`, ['items']);
    }
    for (const href of found(items, /"href":"([^"]+)"/g)) await ask(href);
    if (depth > 1) return;
    for (const agentId of found(items, /"agentId":"([^"\\]+)"/g)) {
      await ask(`${path}/agents/${encodeURIComponent(agentId)}`, ['agentId']);
      await conversation(`${path}/agents/${encodeURIComponent(agentId)}`, 2);
    }
  }
}

function complaintOf({ status, json, headers }: Answer, fields: readonly string[]): string | undefined {
  if (status === 404 || status === 400) return undefined;
  if (status !== 200) return `${status} ${JSON.stringify(json)}`;
  if (fields.length === 0) return undefined;
  if (!headers['content-type']?.startsWith('application/json')) return `${headers['content-type']}`;
  const missing = fields.filter((field) => !(field in (json as object)));
  return missing.length > 0 ? `no ${missing.join()}` : undefined;
}

/** A selection of turns, evenly distributed. */
function spread(turns: readonly TurnView[]): TurnView[] {
  const step = Math.max(1, Math.floor(turns.length / MAX));
  return turns.filter((_, at) => at % step === 0);
}

function found(text: string, form: RegExp): string[] {
  const all = [...new Set([...text.matchAll(form)].flatMap((match) => match[1] ?? []))];
  const step = Math.max(1, Math.floor(all.length / MAX));
  return all.filter((_, at) => at % step === 0).slice(0, MAX);
}
