const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Escape']);

/**
 * Focus rings are for the keyboard. Browsers also show them when a key is pressed after a click, and in every field, so
 * the page records which of the two was used last, and its style shows no rings for the pointer.
 */
export function watchInput(): void {
  const { dataset } = document.documentElement;
  addEventListener('pointerdown', () => Object.assign(dataset, { input: 'pointer' }), { capture: true, passive: true });
  addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVES.has(key)) delete dataset['input'];
    },
    { capture: true, passive: true },
  );
}
