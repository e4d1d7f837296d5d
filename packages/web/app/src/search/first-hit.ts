/** Enter goes to the first hit. If the hits for the last letter are still being fetched, it waits for them. */
let isWanted = false;
let isSettled = false;

export function goToFirstHit(): void {
  isWanted = true;
  if (isSettled) take();
}

/** Called with whether the page shows the hits for the current query. */
export function settle(isNow: boolean): void {
  isSettled = isNow;
  if (isNow && isWanted) take();
}

function take(): void {
  isWanted = false;
  document.querySelector<HTMLElement>('[data-hit]')?.focus();
}
