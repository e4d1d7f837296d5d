import { useState } from 'preact/hooks';
import type { CutText } from '../api/contract.js';
import { get } from '../api/request.js';
import { bytes } from '../format/number.js';
import { CopyButton } from '../shell/copy.js';
import { showToast } from '../shell/toast.js';
import { CutBar } from '../text/cut-bar.js';
import { Printed } from '../text/printed.js';
import { useWhole } from '../text/whole.js';

/** Output that the client saved in a separate file, fetched on request. */
export function Offloaded({ href, size, isRevealed }: { href: string; size: number; isRevealed: boolean }) {
  const [text, set] = useState<CutText | undefined>();
  const load = async () => {
    try {
      set(await get<CutText>(`${href}${isRevealed ? '&reveal=1' : ''}`));
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The output cannot be read.');
    }
  };
  if (text) return <OffloadedText text={text} />;
  return (
    <button type="button" class="button" onClick={load}>
      Show the whole output ({bytes(size)}, kept in a file of its own)
    </button>
  );
}

function OffloadedText({ text }: { text: CutText }) {
  const whole = useWhole(text);
  return (
    <div class="terminal-out offloaded">
      <CopyButton text={whole.all} label="Copy the output" />
      <Printed text={whole.text} />
      <CutBar whole={whole} />
    </div>
  );
}
