const EACH_FRAME = 6;
let spent = 0;
let isCounting = false;

/** Whether there is time left in this frame for work that could wait. */
export function hasTime(): boolean {
  return spent < EACH_FRAME;
}

export function spend<T>(work: () => T): T {
  const start = performance.now();
  const result = work();
  spent += performance.now() - start;
  if (!isCounting) {
    isCounting = true;
    requestAnimationFrame(() => {
      spent = 0;
      isCounting = false;
    });
  }
  return result;
}
