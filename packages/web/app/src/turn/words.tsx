import type { WordsItem } from '../api/contract.js';
import { timeOfDay } from '../format/time.js';
import { CutBar } from '../text/cut-bar.js';
import { Printed } from '../text/printed.js';
import { straight, visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { Pictures } from '../tool/pictures.js';
import { BlockTools } from './block-tools.js';
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
};

/** What a person wrote. It stands out: everything else is an answer to it. */
export function Words({ item, base, isAgent = false }: { item: WordsItem; base: string; isAgent?: boolean }) {
  const whole = useWhole(item.text);
  if (item.kind === 'interruption') return <p class="interruption">Interrupted by the user</p>;
  const isShell = item.kind === 'bash' || item.kind === 'bash_output';
  return (
    <div class={`words words-${item.kind}`}>
      <div class="block-head">
        <span class="whose">{isAgent && item.kind === 'prompt' ? 'the task' : WHOSE[item.kind]}</span>
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
        <div class="words-text">{straight(whole.text)}</div>
      )}
      <CutBar whole={whole} />
      <Pictures media={item.media} />
      <ContextFolds parts={item.context} />
    </div>
  );
}
