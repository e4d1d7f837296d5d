import { many } from '../format/number.js';
import { go } from '../router/location.js';
import { toClipboard } from '../shell/copy.js';
import { useAppState } from '../shell/state.js';
import { say } from '../shell/toast.js';
import type { Conversation } from './conversation.js';
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
  if (numbers.length === 0) return null;
  const edit = (query: string) => go(`/s/${encodeURIComponent(id)}/edit?${query}`);
  const can = (operation: string) => conversation.agentId === null && (state?.operations ?? []).includes(operation);
  const copy = async () => {
    await conversation.want(numbers);
    const text = numbers.map((number) => markdownOf(number, conversation.view(number))).join('\n\n');
    say(
      (await toClipboard(text))
        ? `${many(numbers.length, 'turn')} copied, secrets masked`
        : 'The browser did not allow copying.',
    );
  };
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected turns">
      <strong class="num">{many(numbers.length, 'turn')}</strong>
      {can('cut') && (
        <button type="button" class="button" onClick={() => edit(`op=cut&turns=${numbers.join()}`)}>
          Cut…
        </button>
      )}
      {can('fork') && (
        <button type="button" class="button" onClick={() => edit(`op=fork&at=${numbers.at(-1)}`)}>
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
