import type { ComponentChildren } from 'preact';
import type { Place } from '../api/contract.js';
import { CopyButton, CopyChoice } from '../shell/copy.js';
import { Icon, type IconName } from '../shell/icon.js';
import { Menu } from '../shell/menu.js';
import type { Whole } from '../text/whole.js';
import { useSession } from './context.js';

interface Props {
  whole?: Whole;
  place: Place;
  base: string;
  /** What else can be done with the block. */
  verb?: { name: string; icon: IconName; isOn: boolean; run: () => void } | undefined;
  children?: ComponentChildren;
}

/** On a touch screen each block has one menu instead of a row of small buttons. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** Buttons in the corner of each block: copy it, or show the line of the file it comes from. */
export function BlockTools({ whole, place, base, verb, children }: Props) {
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
          {verb && (
            <button type="button" class="choice" aria-pressed={verb.isOn} onClick={verb.run}>
              {verb.name}
            </button>
          )}
        </Menu>
      </span>
    );
  }
  return (
    <span class="block-tools">
      {children}
      {verb && (
        <button
          type="button"
          class="icon-button"
          title={verb.name}
          aria-label={verb.name}
          aria-pressed={verb.isOn}
          onClick={verb.run}
        >
          <Icon name={verb.icon} />
        </button>
      )}
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
