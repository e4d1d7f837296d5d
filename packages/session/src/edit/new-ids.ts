/** New ids for old ones, wherever they stand in bytes. */
export interface IdReplacement {
  /** Replaces in place. */
  replaceIn(bytes: Buffer, start?: number, end?: number): void;
  standsIn(bytes: Buffer, start: number, end: number): boolean;
}
