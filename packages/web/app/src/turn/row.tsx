import { Component, type ComponentChildren } from 'preact';
import type { Row } from '../session/rows.js';
import { visible } from '../text/visible.js';
import { AgentEnd, AgentRow } from './agent-row.js';
import { Compaction } from './compaction.js';
import { EndOfSession } from './end.js';
import { Fork } from './fork.js';
import { Margin } from './margin.js';
import { Note } from './note.js';
import { Preamble } from './preamble.js';
import { Quiet } from './quiet.js';
import { Reply } from './reply.js';
import { Thinking } from './thinking.js';
import { ToolRow } from './tool-row.js';
import { ToolRun } from './tool-run.js';
import { Words } from './words.js';
import { Work } from './work.js';

/** One row of the page: the margin on the left, the content on the right. */
export class TurnRow extends Component<{ row: Row }> {
  /** Redraws a row only if it changed, so that scrolling does not redraw rows that are already there. */
  override shouldComponentUpdate({ row }: { row: Row }): boolean {
    return row !== this.props.row;
  }

  override render({ row }: { row: Row }) {
    const inRun = 'isInRun' in row && row.isInRun ? 'in-run' : '';
    const nested = row.depth > 0 ? `nested depth-${Math.min(row.depth, 3)}` : '';
    return (
      <div class={`line line-${row.type} ${inRun} ${nested}`}>
        {row.type === 'turn' ? <Margin row={row} /> : <div class="margin" />}
        <div class="body">{contentOf(row)}</div>
      </div>
    );
  }
}

function contentOf(row: Row): ComponentChildren {
  const { base } = row.conversation;
  switch (row.type) {
    case 'turn':
      return row.isLoaded ? <TurnHead row={row} /> : <Unloaded title={row.outline.title} />;
    case 'item':
      return <ItemView item={row.item} base={base} isAgent={row.conversation.agentId !== null} />;
    case 'quiet':
      return <Quiet items={row.items} fold={row.fold} isOpen={row.isOpen} base={base} />;
    case 'run':
      return <ToolRun items={row.items} fold={row.fold} isOpen={row.isOpen} />;
    case 'work':
      return <Work items={row.items} fold={row.fold} isOpen={row.isOpen} />;
    case 'tool':
      return <ToolRow row={row} />;
    case 'agent':
      return <AgentRow row={row} />;
    case 'agent-end':
      return <AgentEnd row={row} />;
    case 'fork':
      return <Fork branch={row.branch} shown={row.shown} />;
    case 'preamble':
      return <Preamble items={row.items} fold={row.fold} isOpen={row.isOpen} base={base} />;
    case 'end':
      return <EndOfSession isLive={row.isLive} />;
  }
}

interface ItemProps {
  item: Extract<Row, { type: 'item' }>['item'];
  base: string;
  isAgent: boolean;
}

function ItemView({ item, base, isAgent }: ItemProps): ComponentChildren {
  switch (item.type) {
    case 'words':
      return <Words item={item} base={base} isAgent={isAgent} />;
    case 'text':
      return <Reply item={item} base={base} />;
    case 'thinking':
      return <Thinking item={item} base={base} />;
    case 'compaction':
      return <Compaction item={item} base={base} />;
    case 'note':
    case 'unknown':
      return <Note item={item} base={base} />;
  }
}

/** Marks of a turn: continued, interrupted, not sent on resume. */
function TurnHead({ row: { outline, depth } }: { row: Extract<Row, { type: 'turn' }> }) {
  return (
    <div class="turn-head">
      <h2 class="hidden-text">
        Turn {outline.number}: {visible(outline.title)}
      </h2>
      {outline.kind === 'continued' && <span class="mark mark-quiet">continued</span>}
      {outline.isInterrupted && <span class="mark mark-warn">interrupted</span>}
      {!outline.isOnTip && depth === 0 && (
        <span class="mark mark-quiet" title="It is on another branch, or before a gap in the file">
          not sent on resume
        </span>
      )}
      {outline.isOpen && <span class="mark mark-quiet">no reply</span>}
    </div>
  );
}

function Unloaded({ title }: { title: string }) {
  return (
    <div class="unloaded">
      <p class="one-line">{visible(title)}</p>
    </div>
  );
}
