import type { NoteItem, UnknownItem, WordsItem } from '../api/contract.js';
import { count } from '../format/number.js';
import { CutBar } from '../text/cut-bar.js';
import { straight, visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { BlockTools } from './block-tools.js';
import { ContextFolds } from './context-folds.js';
import { Fold } from './fold.js';

/** Hooks, reminders, attachments, injected text and unknown lines: one quiet line each, with the text in a fold. */
export function Note({ item, base }: { item: NoteItem | UnknownItem | WordsItem; base: string }) {
  const whole = useWhole(item.text);
  const isError = item.type === 'note' && item.isError;
  return (
    <Fold
      name={`${base}#${item.place.byte}${item.type}`}
      look={isError ? 'error' : item.type === 'unknown' ? 'unknown' : 'note'}
      label={labelOf(item)}
      hint={visible(item.text.text.slice(0, 200)) || `line ${count(item.place.line)}`}
      tools={<BlockTools whole={whole} place={item.place} base={base} />}
    >
      <pre class="fold-text">{straight(whole.text)}</pre>
      <CutBar whole={whole} />
      {item.type === 'words' && <ContextFolds parts={item.context} />}
    </Fold>
  );
}

export function labelOf(item: NoteItem | UnknownItem | WordsItem): string {
  if (item.type === 'words') return item.kind === 'command_output' ? 'Output of a command' : 'Added by the client';
  return visible(item.label);
}
