import type { ToolDetail } from '../api/contract.js';
import { AgentBody } from './agent.js';
import { Checklist } from './checklist.js';
import { Diff } from './diff.js';
import { FileText } from './file.js';
import { JsonView } from './json-view.js';
import { Matches } from './matches.js';
import { Message, Skill, Task } from './message.js';
import { Plan } from './plan.js';
import { Questions } from './question.js';
import { Terminal } from './terminal.js';
import { WebPage } from './web.js';

/** Shows a call in the view of its tool. */
export function ToolBodyView({ detail, isFailed, base }: { detail: ToolDetail; isFailed: boolean; base: string }) {
  const { body, media } = detail;
  switch (body.view) {
    case 'diff':
      return <Diff body={body} />;
    case 'terminal':
      return <Terminal body={body} isFailed={isFailed} />;
    case 'file':
      return <FileText body={body} />;
    case 'matches':
      return <Matches body={body} />;
    case 'checklist':
      return <Checklist body={body} />;
    case 'web':
      return <WebPage body={body} />;
    case 'agent':
      return <AgentBody body={body} />;
    case 'plan':
      return <Plan body={body} fold={`${base}#${detail.callId}`} />;
    case 'question':
      return <Questions body={body} />;
    case 'task':
      return <Task body={body} />;
    case 'message':
      return <Message body={body} />;
    case 'skill':
      return <Skill body={body} />;
    case 'json':
      return <JsonView input={body.input} output={body.output} isShown={media.length > 0} />;
  }
}
