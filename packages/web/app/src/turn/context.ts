import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Folds } from '../session/folds.js';

/** What the parts of a session page share. */
export interface SessionContext {
  sessionId: string;
  folds: Folds;
  selected: Set<number>;
  select: (turn: number, range: boolean) => void;
  /** The calls of this session that an edit strips; undefined where none can be edited. */
  stripped: ReadonlySet<string> | undefined;
  showRaw: (base: string, byte: number) => void;
}

export const Context = createContext<SessionContext | null>(null);

export function useSession(): SessionContext {
  const context = useContext(Context);
  if (!context) throw new Error('used outside a session page');
  return context;
}
