/** Enter goes to the first hit. Pressed before the hits for the last letter are there, it waits for them. */
let isWanted = false;
let isSettled = false;

export function goToFirstHit(): void {
  isWanted = true;
  if (isSettled) take();
}

/** The page says whether what it shows is what was asked for. */
export function settle(isNow: boolean): void {
  isSettled = isNow;
  if (isNow && isWanted) take();
}

function take(): void {
  isWanted = false;
  document.querySelector<HTMLElement>('[data-hit]')?.focus();
}
