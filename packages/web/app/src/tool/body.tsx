import type { ToolDetail } from '../api/contract.js';
import { AgentBody } from './agent.js';
import { Checklist } from './checklist.js';
import { Diff } from './diff.js';
import { FileText } from './file.js';
import { JsonView } from './json-view.js';
import { Matches } from './matches.js';
import { Terminal } from './terminal.js';
import { WebPage } from './web.js';

/** Each kind of tool in the view that suits it. */
export function ToolBodyView({ detail, isFailed }: { detail: ToolDetail; isFailed: boolean }) {
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
    case 'json':
      return <JsonView input={body.input} output={body.output} isShown={media.length > 0} />;
  }
}
