import { relativePath } from '@unspool/session/show';
import { argumentOf } from '@unspool/session/tools';
import { maskedLine, maskedLines } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

const MAX_LINES = 500;
const MAX_TEXT = 600;

/** `file:12:text`, `file-12-text` around a match, `12:text` when one file was searched; Windows paths begin `C:`. */
const WITH_LINE = /^((?:[A-Za-z]:[\\/])?[^:\n]+?)[:-](\d+)[:-](.*)$/;
const LINE_ONLY = /^(\d+)[:-](.*)$/;

type Match = { file: string; line: number | null; text: string };

/** What a search found: files, or lines of files. */
export function matchesBody({ conversation, content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input, noted } = content;
  if (call.result?.isError) return undefined;
  const all = matchesOf(input['output_mode'], noted, output, textField(input, 'path'));
  const shown = all.slice(0, MAX_LINES);
  const texts = maskedLines(
    shown.map(({ text }) => text.slice(0, MAX_TEXT)),
    style,
  );
  return {
    view: 'matches',
    query: maskedLine(argumentOf(call.name, input, conversation.measured.cwd), style),
    lines: shown.map(({ file, line }, at) => ({
      file: maskedLine(relativePath(file, conversation.measured.cwd), style),
      line,
      text: texts[at] ?? '',
    })),
    more: all.length - shown.length,
  };
}

function matchesOf(mode: unknown, noted: { [key: string]: unknown }, output: string, path: string): Match[] {
  const { filenames, content } = noted;
  const isContent = mode === 'content' || noted['mode'] === 'content';
  if (Array.isArray(filenames) && filenames.length > 0 && !isContent) {
    return filenames.map((file) => ({ file: String(file), line: null, text: '' }));
  }
  const text = typeof content === 'string' && content !== '' ? content : output;
  return text
    .split('\n')
    .filter((line) => line !== '' && line !== '--' && !/^Found \d+ files?/.test(line))
    .map((line) => (isContent ? matchOf(line, path) : fileOf(line)));
}

function matchOf(line: string, path: string): Match {
  const [, file, number, text] = WITH_LINE.exec(line) ?? [];
  if (file !== undefined) return { file, line: Number(number), text: text ?? '' };
  const [, own, rest] = LINE_ONLY.exec(line) ?? [];
  if (own !== undefined) return { file: path, line: Number(own), text: rest ?? '' };
  return { file: '', line: null, text: line };
}

/** A line of a list is a path unless it is a message of the tool. */
function fileOf(line: string): Match {
  return /^(No files|\(Results)/.test(line)
    ? { file: '', line: null, text: line }
    : { file: line, line: null, text: '' };
}
