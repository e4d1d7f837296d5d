import { shortDuration, withoutEscapes } from '@unspool/session/show';
import { toolLabel } from '@unspool/session/tools';
import type { CutText, DiffHunk, ToolBody, ToolDetail, ToolItem } from '../../view/view.js';
import { withCutNote } from '../words-of-kind.js';
import { escaped, wrapping } from './escape.js';
import { markdownToHtml } from './markdown.js';

const STATUS: Readonly<Record<ToolItem['status'], string>> = {
  ok: 'done',
  failed: 'failed',
  running: 'running',
  orphan: 'no result',
  rejected: 'declined',
};

/** A folded call: a summary line, and below it the details. `inner`: the turns of its sub-agents. */
export function toolToHtml(item: ToolItem, detail: ToolDetail | undefined, inner: string): string {
  const status = item.status === 'ok' ? '' : ` <span class="bad">${STATUS[item.status]}</span>`;
  const took = item.durationMs === null ? '' : ` <span class="dim">${shortDuration(item.durationMs)}</span>`;
  const head = `<b>${escaped(toolLabel(item.name))}</b> <span class="argument">${escaped(item.argument)}</span>${status}${took}`;
  const error = detail?.error ? `<p class="bad">${wrapping(detail.error)}</p>` : '';
  const body = detail ? bodyToHtml(detail) : '';
  return `<details class="tool ${item.family}"><summary>${head}</summary>${error}${body}${inner}</details>`;
}

function bodyToHtml({ body, input, output }: ToolDetail): string {
  switch (body.view) {
    case 'diff':
      return `<p class="file">${escaped(body.file)}${body.isNew ? ' (new)' : ''}</p>${diff(body.hunks)}`;
    case 'terminal':
      return `<pre class="terminal"><span class="dim">$</span> ${wrapping(body.command)}\n${terminal(body)}</pre>`;
    case 'file':
      return `<p class="file">${escaped(body.file)}</p>${numbered(withCutNote(body.text), body.firstLine)}`;
    case 'matches':
      return matches(body);
    case 'checklist':
      return checklist(body);
    case 'web':
      return `<p class="file">${escaped(body.url)}</p>${plain(body.text)}`;
    case 'agent':
      return `${plain(body.prompt)}${plain(body.answer)}`;
    case 'plan':
      return plain(body.plan);
    case 'question':
      return questions(body);
    case 'task':
      return `<p>${escaped(body.title)}</p>${plain(body.text)}`;
    case 'message':
    case 'skill':
      return plain(body.text);
    case 'json':
      return `${plain(input)}${plain(output)}`;
  }
}

function terminal({ output, exitCode }: Extract<ToolBody, { view: 'terminal' }>): string {
  const ended = exitCode === null || exitCode === 0 ? '' : `\n[ended with ${exitCode}]`;
  return wrapping(withoutEscapes(withCutNote(output)) + ended);
}

function diff(hunks: readonly DiffHunk[]): string {
  const marks = { same: ' ', added: '+', removed: '-' } as const;
  const shown = hunks.map(({ oldStart, newStart, lines }) => {
    const rows = lines.map(({ kind, text }) => `<span class="${kind}">${marks[kind]}${escaped(text)}\n</span>`);
    return `<span class="dim">@@ -${oldStart} +${newStart} @@\n</span>${rows.join('')}`;
  });
  return `<pre class="diff" tabindex="0">${shown.join('')}</pre>`;
}

function numbered(text: string, firstLine: number): string {
  const lines = text.split('\n');
  const width = String(firstLine + lines.length - 1).length;
  const rows = lines.map(
    (line, at) => `<span class="dim">${String(firstLine + at).padStart(width)}</span>  ${escaped(line)}\n`,
  );
  return `<pre class="code" tabindex="0">${rows.join('')}</pre>`;
}

function matches({ query, lines, more }: Extract<ToolBody, { view: 'matches' }>): string {
  const rows = lines.map(
    ({ file, line, text }) =>
      `${escaped(file)}${line === null ? '' : `:${line}`}${text === '' ? '' : `  ${escaped(text)}`}\n`,
  );
  const rest = more > 0 ? `<span class="dim">and ${more.toLocaleString('en')} more</span>` : '';
  return `<p class="file">${escaped(query)}</p><pre class="code" tabindex="0">${rows.join('')}${rest}</pre>`;
}

function checklist({ items, dropped }: Extract<ToolBody, { view: 'checklist' }>): string {
  const mark = (status: string) => (status === 'completed' ? '☑' : status === 'in_progress' ? '▶' : '☐');
  const rows = items.map(({ text, status, change }) => {
    const shown = `${mark(status)} ${escaped(text)}`;
    return `<li>${change === null ? shown : `<b>${shown}</b>`}</li>`;
  });
  return `<ul class="checklist">${rows.join('')}${dropped.map((text) => `<li><del>${escaped(text)}</del></li>`).join('')}</ul>`;
}

function questions({ questions: asked }: Extract<ToolBody, { view: 'question' }>): string {
  return asked
    .map(({ question, options, answer }) => {
      const rows = options.map(({ label, isChosen }) => `<li>${isChosen ? '☑' : '☐'} ${escaped(label)}</li>`);
      const own = answer === null ? '' : `<li>☑ ${escaped(answer)}</li>`;
      return `${markdownToHtml(question)}<ul class="checklist">${rows.join('')}${own}</ul>`;
    })
    .join('');
}

function plain(text: CutText): string {
  return text.text === '' ? '' : `<pre class="plain">${wrapping(withoutEscapes(withCutNote(text)))}</pre>`;
}
