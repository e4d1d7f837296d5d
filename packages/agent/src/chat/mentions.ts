import { readdirSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Block, JsonObject } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import { reminder } from '../context/system-prompt.js';
import { placeOf } from '../tools/files/place-of.js';
import { readTool } from '../tools/files/read-tool.js';
import type { ToolContext } from '../tools/tool.js';

/** A file, image or folder that a prompt mentions as `@path`. */
export interface Mention {
  /** In the client's format. */
  attachment: JsonObject;
  /** The text that tells the model about it. */
  rendered: string[];
  /** Sent before the prompt, as the client does. */
  picture: Block | undefined;
}

export interface MentionHost {
  /** Whether the path may be read without asking. */
  mayRead(path: string): boolean;
  contextFor(call: ToolUseBlock): ToolContext;
}

const MAX_MENTIONS = 20;
const MAX_NAMES = 1000;

/** Reads everything that the prompt mentions. Names that match nothing stay as plain text. */
export async function mentionsIn(words: string, host: MentionHost): Promise<Mention[]> {
  const found: Mention[] = [];
  for (const { path: named, input } of namesIn(words)) {
    const context = host.contextFor({ type: 'tool_use', id: 'mention', name: readTool.name, input });
    const path = placeOf(named, context);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || !host.mayRead(path)) continue;
    if (stats.isDirectory()) found.push(folderMention(path, context));
    else if (stats.isFile()) found.push(...(await fileMention(path, input, context)));
  }
  return found;
}

interface Named {
  path: string;
  input: JsonObject;
}

/** `@src/a.ts`, `@"a file.txt"`, `@src/a.ts#L3-9`. Text before the `@` makes it an e-mail address. */
function namesIn(words: string): Named[] {
  const matches = [...words.matchAll(/(?<=^|[\s([{])@(?:"([^"\n]+)"|([^\s"]+))/g)].slice(0, MAX_MENTIONS);
  const names = new Map<string, Named>();
  for (const [whole, quoted, plain] of matches) {
    const [, path = '', from, to] = /^(.*?)(?:#L(\d+)(?:-L?(\d+))?)?[.,;:!?)\]}]*$/.exec(quoted ?? plain ?? '') ?? [];
    if (path === '') continue;
    const offset = Number(from);
    const lines = from === undefined ? {} : { offset, limit: Math.max(1, Number(to ?? from) - offset + 1) };
    names.set(whole, { path, input: { file_path: path, ...lines } });
  }
  return [...names.values()];
}

async function fileMention(path: string, input: JsonObject, context: ToolContext): Promise<Mention[]> {
  const { content, toolUseResult, isError } = await readTool.run({ ...input, file_path: path }, context);
  const read = toolUseResult as JsonObject | undefined;
  if (isError || (read?.['type'] !== 'text' && read?.['type'] !== 'image')) return [];
  const attachment = { type: 'file', filename: path, content: read, displayPath: shown(path, context) };
  const picture = Array.isArray(content) ? content[0] : undefined;
  const rendered = picture ? [] : [reminder(`The prompt mentions ${path}, which contains:\n${String(content)}`)];
  return [{ attachment, rendered, picture }];
}

function folderMention(path: string, context: ToolContext): Mention {
  const names = readdirSync(path, { withFileTypes: true }).map(
    (each) => `${each.name}${each.isDirectory() ? '/' : ''}`,
  );
  const more = names.length > MAX_NAMES ? `\n… and ${names.length - MAX_NAMES} more` : '';
  const content = `${names.sort().slice(0, MAX_NAMES).join('\n')}${more}`;
  return {
    attachment: { type: 'directory', path, content, displayPath: shown(path, context) },
    rendered: [reminder(`The prompt mentions the folder ${path}, which contains:\n${content}`)],
    picture: undefined,
  };
}

function shown(path: string, { projectDir }: ToolContext): string {
  const inside = relative(projectDir, path);
  return inside.startsWith('..') ? path : inside || '.';
}
