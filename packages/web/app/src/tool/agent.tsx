import type { CutText, ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { useWhole } from '../text/whole.js';

/** What a sub-agent was asked and what it answered. If its turns are known, they begin with the task. */
export function AgentBody({ body }: { body: Extract<ToolBody, { view: 'agent' }> }) {
  return (
    <div class="agent-body">
      {body.agents.length === 0 && <Part title="Asked" text={body.prompt} />}
      {body.answer.length > 0 && <Part title="Answered" text={body.answer} />}
    </div>
  );
}

function Part({ title, text }: { title: string; text: CutText }) {
  const whole = useWhole(text);
  return (
    <section class="agent-part">
      <h3>{title}</h3>
      <CopyButton text={whole.all} />
      <Markdown text={whole.text} />
      <CutBar whole={whole} />
    </section>
  );
}
