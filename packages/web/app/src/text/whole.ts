import { useState } from 'preact/hooks';
import type { CutText } from '../api/contract.js';
import { get } from '../api/request.js';
import { showToast } from '../shell/toast.js';

/** A text that may be cut off or have masked secrets, with functions to get the rest. */
export interface Whole {
  text: string;
  isCut: boolean;
  length: number;
  masked: number;
  isRevealed: boolean;
  more: () => Promise<void>;
  reveal: () => Promise<void>;
  hide: () => void;
  /** The whole text for copying, masked unless it was revealed. */
  all: () => Promise<string>;
}

export function useWhole(cut: CutText): Whole {
  const [shown, set] = useState<{ of: CutText; text: string; isCut: boolean; isRevealed: boolean } | undefined>();
  const now = shown?.of === cut ? shown : undefined;
  const isRevealed = now?.isRevealed ?? false;
  const text = now?.text ?? cut.text;
  const isCut = now?.isCut ?? cut.isCut;
  const fetchAt = (offset: number, withSecrets: boolean) =>
    get<CutText>(`${cut.href}${offset > 0 ? `&offset=${offset}` : ''}${withSecrets ? '&reveal=1' : ''}`);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The rest of the text could not be loaded.');
    }
  };
  return {
    text,
    isCut,
    length: cut.length,
    masked: cut.masked,
    isRevealed,
    more: () =>
      attempt(async () => {
        const offset =
          now && !isRevealed === !now.isRevealed && now.text.length > cut.text.length ? now.text.length : 0;
        const part = await fetchAt(offset, isRevealed);
        set({ of: cut, text: offset > 0 ? text + part.text : part.text, isCut: part.isCut, isRevealed });
      }),
    reveal: () =>
      attempt(async () => {
        const part = await fetchAt(0, true);
        set({ of: cut, text: part.text, isCut: part.isCut, isRevealed: true });
      }),
    hide: () => set(undefined),
    all: async () => {
      if (!isCut || cut.href === null) return text;
      return (await fetchAt(0, isRevealed)).text;
    },
  };
}
