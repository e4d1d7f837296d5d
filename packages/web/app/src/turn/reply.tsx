import type { TextItem } from '../api/contract.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { useWhole } from '../text/whole.js';
import { BlockTools } from './block-tools.js';

/** The model's reply. */
export function Reply({ item, base }: { item: TextItem; base: string }) {
  const whole = useWhole(item.text);
  return (
    <div class="reply">
      <BlockTools whole={whole} place={item.place} base={base} />
      <Markdown text={whole.text} />
      <CutBar whole={whole} />
    </div>
  );
}
