import type { CutText, ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

/** A message to another agent. */
export function Message({ body }: { body: Extract<ToolBody, { view: 'message' }> }) {
  return <Sheet head={`To ${body.to || 'another agent'}`} text={body.text} />;
}

/** A skill or command that the model started, and what it said. */
export function Skill({ body }: { body: Extract<ToolBody, { view: 'skill' }> }) {
  return <Sheet head={`${body.name} ${body.args}`.trim()} text={body.text} />;
}

const STATUS: { [status: string]: string } = {
  pending: 'to do',
  in_progress: 'in progress',
  completed: 'done',
  deleted: 'removed',
};

/** A task that was created or changed. */
export function Task({ body }: { body: Extract<ToolBody, { view: 'task' }> }) {
  const { title, status, isNew, text } = body;
  const now = status === null ? null : (STATUS[status] ?? status);
  return <Sheet head={title} mark={isNew ? 'new' : now && `now ${now}`} text={text} />;
}

function Sheet({ head, mark = null, text }: { head: string; mark?: string | null; text: CutText }) {
  const whole = useWhole(text);
  return (
    <figure class="web">
      <figcaption class="file-head">
        <span class="one-line">{visible(head)}</span>
        {mark && <span class="mark mark-quiet">{visible(mark)}</span>}
        {text.length > 0 && <CopyButton text={whole.all} label="Copy the text" />}
      </figcaption>
      {text.length > 0 && <Markdown text={whole.text} />}
      <CutBar whole={whole} />
    </figure>
  );
}
