import { useMemo } from 'preact/hooks';
import type { CutText } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { JsonTree } from './json-tree.js';

/** `isShown`: the output is a picture, which is shown below. */
export function JsonView({ input, output, isShown }: { input: CutText; output: CutText; isShown: boolean }) {
  return (
    <div class="json-view">
      <JsonPart title="Input" text={input} />
      {!(isShown && output.length === 0) && <JsonPart title="Output" text={output} />}
    </div>
  );
}

/** JSON as a tree. Other text, and JSON that is cut off, is shown as text. */
export function JsonPart({ title, text }: { title: string; text: CutText }) {
  const whole = useWhole(text);
  const value = useMemo(() => parsed(whole.text), [whole.text]);
  return (
    <section class="json-part">
      <h3>{title}</h3>
      <CopyButton text={whole.all} label={`Copy the ${title.toLowerCase()}`} />
      {value ? (
        <JsonTree value={value.value} />
      ) : whole.text === '' ? (
        <p class="quiet">nothing</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre class="fold-text" tabIndex={0}>
          {visible(whole.text)}
        </pre>
      )}
      <CutBar whole={whole} />
    </section>
  );
}

function parsed(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Cut, or never JSON: shown as text.
    return undefined;
  }
}
