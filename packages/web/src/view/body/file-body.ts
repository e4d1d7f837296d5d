import { isObject } from '@unspool/session/read';
import { relativePath } from '@unspool/session/show';
import { fileIn } from '@unspool/session/tools';
import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';

/** A file as it was read, with the numbers of its lines. */
export function fileBody({ conversation, content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input } = content;
  const path = fileIn(input) ?? '';
  const read = call.result?.isError ? undefined : readFileOf(content, output);
  if (path === '' || !read) return undefined;
  return {
    view: 'file',
    file: maskedLine(relativePath(path, conversation.measured.cwd), style),
    firstLine: read.firstLine,
    text: cutText(read.text, LIMITS.output, `call=${encodeURIComponent(call.id)}&of=file`, style),
  };
}

/** From the client's record, otherwise from the numbered lines in the result. */
function readFileOf({ noted }: BodyParts['content'], output: string): { firstLine: number; text: string } | undefined {
  const { file } = noted;
  if (isObject(file) && typeof file['content'] === 'string') {
    return { firstLine: typeof file['startLine'] === 'number' ? file['startLine'] : 1, text: file['content'] };
  }
  return numbered(output);
}

const NUMBERED = /^\s*(\d+)(?:→|\t)(.*)$/;

function numbered(output: string): { firstLine: number; text: string } | undefined {
  const lines = output.replace(/\n*<system-reminder>[\s\S]*$/, '').split('\n');
  const first = NUMBERED.exec(lines[0] ?? '');
  if (!first) return undefined;
  return {
    firstLine: Number(first[1]),
    text: lines.map((line) => NUMBERED.exec(line)?.[2] ?? line).join('\n'),
  };
}
