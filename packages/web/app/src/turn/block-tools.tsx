import type { ComponentChildren } from 'preact';
import type { Place } from '../api/contract.js';
import { CopyButton, CopyChoice } from '../shell/copy.js';
import { Icon } from '../shell/icon.js';
import { Menu } from '../shell/menu.js';
import type { Whole } from '../text/whole.js';
import { useSession } from './context.js';

interface Props {
  whole?: Whole;
  place: Place;
  base: string;
  children?: ComponentChildren;
}

/** On a touch screen each block has one menu instead of a row of small buttons. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** Buttons in the corner of each block: copy it, or show the line of the file it comes from. */
export function BlockTools({ whole, place, base, children }: Props) {
  const { showRaw } = useSession();
  const label = whole?.isRevealed ? 'Copy, with secrets' : whole && whole.masked > 0 ? 'Copy, secrets masked' : 'Copy';
  if (isTouch()) {
    return (
      <span class="block-tools">
        {children}
        <Menu label="This block">
          {whole && <CopyChoice text={whole.all} label={label} />}
          <button type="button" class="choice" onClick={() => showRaw(base, place.byte)}>
            Raw line {place.line}
          </button>
        </Menu>
      </span>
    );
  }
  return (
    <span class="block-tools">
      {children}
      {whole && <CopyButton text={whole.all} label={label} />}
      <button
        type="button"
        class="icon-button"
        title={`Show the line of the file (line ${place.line})`}
        aria-label="Raw line"
        onClick={() => showRaw(base, place.byte)}
      >
        <Icon name="raw" />
      </button>
    </span>
  );
}
