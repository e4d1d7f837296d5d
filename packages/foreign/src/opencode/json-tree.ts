import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import { stampOf } from '../read/stamp.js';
import { textOf } from '../read/text-of.js';
import { numberIn, objectIn, textIn } from '../read/values.js';
import type { SessionInfo, Storage, StoredMessage } from './storage.js';

/**
 * The JSON files of versions before 1.2: `session/<project>/<session>.json`, `message/<session>/<message>.json` and
 * `part/<message>/<part>.json`. Ids sort by time.
 */
export class JsonTree implements Storage {
  private readonly root: string;
  private known: SessionInfo[] | undefined;

  constructor(
    private readonly file: string,
    private readonly output: Pick<Output, 'damaged'>,
  ) {
    this.root = dirname(dirname(dirname(file)));
  }

  /** The session whose file was given. */
  own(): SessionInfo | undefined {
    const info = this.read(this.file);
    return info && namedBy(this.file, info);
  }

  /** Whether there is a session in any project. */
  has(session: string): boolean {
    if (basename(session) !== session) return false;
    const projects = namesIn(join(this.root, 'session'));
    return projects.some((project) => existsSync(join(this.root, 'session', project, `${session}.json`)));
  }

  sessions(): readonly SessionInfo[] {
    this.known ??= namesIn(join(this.root, 'session')).flatMap((project) =>
      filesIn(join(this.root, 'session', project)).flatMap((file) => {
        const info = readJson(file);
        return info ? [namedBy(file, info)] : [];
      }),
    );
    return this.known;
  }

  messageTimes(session: string): number[] {
    return filesIn(join(this.root, 'message', session)).flatMap((file) => {
      const time = numberIn(objectIn(readJson(file), 'time'), 'created');
      return time === undefined ? [] : [time];
    });
  }

  *messages(session: string): Generator<StoredMessage> {
    for (const file of filesIn(join(this.root, 'message', session))) {
      const info = this.read(file);
      if (!info) continue;
      const parts = filesIn(join(this.root, 'part', basename(file, '.json'))).map((part) => this.read(part));
      yield { info, parts: parts.filter((part) => part !== undefined) };
    }
  }

  private read(file: string): JsonObject | undefined {
    const object = readJson(file);
    if (!object) this.output.damaged(file.slice(this.root.length + 1), 'it is not a JSON object');
    return object;
  }
}

/** The stamp of a session: from its file, its newest message and that message's parts, which are written last. */
export function treeStamp(file: string): string | undefined {
  const stamp = stampOf(file);
  if (stamp === undefined) return undefined;
  const root = dirname(dirname(dirname(file)));
  const messages = join(root, 'message', basename(file, '.json'));
  const last = filesIn(messages).at(-1);
  if (last === undefined) return stamp;
  return [stamp, timeOf(messages), stampOf(last), timeOf(join(root, 'part', basename(last, '.json')))].join(' ');
}

/** Takes the id from the file's name, because an id inside the file could lead to files elsewhere. */
function namedBy(file: string, info: JsonObject): SessionInfo {
  const id = basename(file, '.json');
  return { ...infoOf(info, id), id };
}

/** A session from its JSON, in a file or in the output of `opencode export`. */
export function infoOf(info: JsonObject, id: string): SessionInfo {
  return {
    id: textIn(info, 'id') ?? id,
    parent: textIn(info, 'parentID'),
    directory: textIn(info, 'directory'),
    title: textIn(info, 'title'),
    version: textIn(info, 'version'),
    created: numberIn(objectIn(info, 'time'), 'created') ?? 0,
  };
}

function filesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function timeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
}

function readJson(file: string): JsonObject | undefined {
  try {
    const object: unknown = parseJson(textOf(file) ?? '');
    return isObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}
