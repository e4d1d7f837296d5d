import { many } from '../format/number.js';
import { type Binding, useKeys } from '../keys/keys.js';
import { go } from '../router/location.js';
import { toClipboard } from '../shell/copy.js';
import { useAppState } from '../shell/state.js';
import { say } from '../shell/toast.js';
import { AT_ONCE, type Conversation } from './conversation.js';
import type { Selection } from './selection.js';
import { markdownOf } from './turn-markdown.js';

/** What can be done with the selected turns. */
export function SelectionBar({
  id,
  conversation,
  selection,
}: {
  id: string;
  conversation: Conversation;
  selection: Selection;
}) {
  const { state } = useAppState();
  const numbers = [...selection.selected].sort((a, b) => a - b);
  const edit = (query: string) => go(`/s/${encodeURIComponent(id)}/edit?${query}`);
  const can = (operation: string) =>
    conversation.agentId === null &&
    !conversation.outline?.session.client &&
    (state?.operations ?? []).includes(operation);
  const copy = async () => {
    const parts: string[] = [];
    for (let at = 0; at < numbers.length; at += AT_ONCE) {
      const some = numbers.slice(at, at + AT_ONCE);
      await conversation.want(some);
      parts.push(...some.map((number) => markdownOf(number, conversation.view(number))));
    }
    say(
      (await toClipboard(parts.join('\n\n')))
        ? `${many(numbers.length, 'turn')} copied, secrets masked`
        : 'The browser did not allow copying.',
    );
  };
  const cut = () => edit(`op=cut&turns=${numbers.join()}`);
  const fork = () => edit(`op=fork&at=${numbers.at(-1)}`);
  const onSelected = (does: () => void) => () => (numbers.length > 0 ? does() : say('Select a turn first, with x.'));
  const binding = (key: string, does: string, run: () => void): Binding => ({
    keys: [key],
    does,
    group: 'Reading',
    run: onSelected(run),
  });
  useKeys([
    ...(can('cut') ? [binding('d', 'Cut the selected turns', cut)] : []),
    ...(can('fork') ? [binding('F', 'Fork after the selected turns', fork)] : []),
    binding('y', 'Copy the selected turns', () => void copy()),
  ]);
  if (numbers.length === 0) return null;
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected turns">
      <strong class="num">{many(numbers.length, 'turn')}</strong>
      {can('cut') && (
        <button type="button" class="button" onClick={cut}>
          Cut…
        </button>
      )}
      {can('fork') && (
        <button type="button" class="button" onClick={fork}>
          Fork after {numbers.at(-1)}…
        </button>
      )}
      {can('export') && (
        <a
          class="button"
          href={`/api/sessions/${encodeURIComponent(id)}/export?format=html&turns=${numbers.join()}`}
          download
        >
          Export
        </a>
      )}
      <button type="button" class="button" onClick={copy}>
        Copy
      </button>
      <button type="button" class="link-button" onClick={selection.clear}>
        Clear
      </button>
    </div>
  );
}
