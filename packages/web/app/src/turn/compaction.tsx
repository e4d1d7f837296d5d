import type { CompactionItem } from '../api/contract.js';
import { many, tokens } from '../format/number.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { BlockTools } from './block-tools.js';
import { Fold } from './fold.js';
import { Lost } from './lost.js';

/** A cut through the tape: the client no longer sends what is before it, only the summary. */
export function Compaction({ item, base }: { item: CompactionItem; base: string }) {
  return (
    <div class="compaction">
      <div class="compaction-line">
        <span>
          <strong>{item.trigger === 'auto' ? 'Compacted automatically' : 'Compacted'}</strong>
          {item.tokensBefore !== null && <> from {tokens(item.tokensBefore)}</>}
          {item.droppedTurns > 0 && (
            <>
              {' '}
              · {many(item.droppedTurns, 'turn')} before this {item.droppedTurns === 1 ? 'is' : 'are'} no longer sent
            </>
          )}
        </span>
        <BlockTools place={item.place} base={base} />
      </div>
      {item.summary && <Summary item={item} text={item.summary} base={base} />}
      {item.summary && (
        <Fold
          name={`${base}#${item.place.byte}lost`}
          look="note"
          label="What the summary left out"
          hint="decisions, questions, errors, commands, files and numbers from before"
        >
          <Lost address={`${base}/compacted?byte=${item.place.byte}`} />
        </Fold>
      )}
    </div>
  );
}

function Summary({
  item,
  text,
  base,
}: {
  item: CompactionItem;
  text: NonNullable<CompactionItem['summary']>;
  base: string;
}) {
  const whole = useWhole(text);
  return (
    <Fold
      name={`${base}#${item.place.byte}summary`}
      look="note"
      label="The summary that replaced them"
      hint={visible(text.text.slice(0, 160))}
      tools={<BlockTools whole={whole} place={item.place} base={base} />}
    >
      <Markdown text={whole.text} />
      <CutBar whole={whole} />
    </Fold>
  );
}
