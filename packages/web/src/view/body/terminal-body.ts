import { toolNamed } from '@unspool/session/tools';
import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A command and its output, including colours. */
export function terminalBody({ content, output, style }: BodyParts): ToolBody {
  const { call, input, noted } = content;
  const id = encodeURIComponent(call.id);
  const { argument = '' } = toolNamed(call.name);
  const description = textField(input, 'description');
  return {
    view: 'terminal',
    command: maskedLine(textField(input, argument).slice(0, LIMITS.input), style),
    description: description === '' ? null : maskedLine(description.slice(0, LIMITS.note), style),
    output: cutText(printed(content, output), LIMITS.output, `call=${id}&of=printed`, style),
    exitCode: exitCodeOf(output, noted['interrupted'] === true, call.result?.isError),
  };
}

/** The client's record if there is one, since the result for the model may be shortened. */
function printed({ noted, offloaded }: BodyParts['content'], output: string): string {
  if (offloaded?.kind === 'found') return output;
  const { stdout, stderr } = noted;
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return withoutExitCode(output);
  return [stdout, stderr].filter((part) => typeof part === 'string' && part !== '').join('\n');
}

const EXIT_CODE = /^(?:<tool_use_error>)?(?:Error: )?Exit code (\d+)\n?/;

function withoutExitCode(output: string): string {
  return output.replace(EXIT_CODE, '').replace(/<\/tool_use_error>\s*$/, '');
}

function exitCodeOf(output: string, isInterrupted: boolean, isError: boolean | undefined): number | null {
  const code = EXIT_CODE.exec(output)?.[1];
  if (code !== undefined) return Number(code);
  return isError === false && !isInterrupted ? 0 : null;
}
