import type { WordsItem } from '../api/contract.js';
import { timeOfDay } from '../format/time.js';
import { personIn } from '../team/shared-id.js';
import { CutBar } from '../text/cut-bar.js';
import { Long } from '../text/long.js';
import { Markdown } from '../text/markdown.js';
import { Printed } from '../text/printed.js';
import { straight, visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { Pictures } from '../tool/pictures.js';
import { BlockTools } from './block-tools.js';
import { useSession } from './context.js';
import { ContextFolds } from './context-folds.js';

const WHOSE: { [kind in WordsItem['kind']]: string } = {
  prompt: 'you',
  queued: 'you, while it worked',
  command: 'you, a command',
  command_output: 'output of a command',
  bash: 'you, in the shell',
  bash_output: 'the shell',
  injected: 'added by the client',
  interruption: 'interrupted',
  message: 'another agent',
};

/** What a person wrote. It stands out, because everything else is a response to it. */
export function Words({ item, base, isAgent = false }: { item: WordsItem; base: string; isAgent?: boolean }) {
  const whole = useWhole(item.text);
  const { sessionId } = useSession();
  if (item.kind === 'interruption') return <p class="interruption">Interrupted by the user</p>;
  const isShell = item.kind === 'bash' || item.kind === 'bash_output';
  return (
    <div class={`words words-${item.kind}`}>
      <div class="block-head">
        <span class="whose">{whoseOf(item, isAgent, personIn(sessionId))}</span>
        {item.kind === 'queued' && item.at !== null && <time class="quiet num">{timeOfDay(item.at)}</time>}
        <BlockTools whole={whole} place={item.place} base={base} />
      </div>
      {item.command ? (
        <p class="command">
          <code>{visible(item.command.name)}</code> {straight(item.command.args)}
        </p>
      ) : isShell ? (
        <Printed text={whole.text} class="shell-words" />
      ) : (
        <div class="words-text">
          <Long text={whole.text} fold={`${base}#${item.place.byte}long${item.part ?? ''}`}>
            <Markdown text={whole.text} />
          </Long>
        </div>
      )}
      <CutBar whole={whole} />
      <Pictures media={item.media} />
      <ContextFolds parts={item.context} />
    </div>
  );
}

function whoseOf({ kind, from }: WordsItem, isAgent: boolean, person: string | undefined): string {
  if (from !== undefined) return visible(from);
  if (isAgent && kind === 'prompt') return 'the task';
  return person === undefined ? WHOSE[kind] : WHOSE[kind].replace(/^you\b/, () => visible(person));
}
