import type { ThinkingItem } from '../api/contract.js';
import { CutBar } from '../text/cut-bar.js';
import { straight, visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';
import { BlockTools } from './block-tools.js';
import { Fold } from './fold.js';

export function Thinking({ item, base }: { item: ThinkingItem; base: string }) {
  const whole = useWhole(item.text);
  if (item.isHollow) {
    return (
      <div class="fold fold-thinking hollow">
        <span class="fold-label">Thinking</span>
        <span class="quiet">only its signature was kept</span>
        <BlockTools place={item.place} base={base} />
      </div>
    );
  }
  return (
    <Fold
      name={`${base}#${item.place.byte}`}
      look="thinking"
      label="Thinking"
      hint={visible(item.text.text.slice(0, 200))}
      tools={<BlockTools whole={whole} place={item.place} base={base} />}
    >
      <div class="fold-text prose plain-text">{straight(whole.text)}</div>
      <CutBar whole={whole} />
    </Fold>
  );
}
