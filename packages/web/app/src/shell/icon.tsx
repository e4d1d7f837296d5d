const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5L14 14',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  turns: 'M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  raw: 'M6 3C4 3 5 7 3 8c2 1 1 5 3 5M10 3c2 0 1 4 3 5-2 1-1 5-3 5',
  fork: 'M4.5 2.5v11M4.5 9.5c0-3.5 7-2 7-7',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.5v.01',
  cut: 'M5.5 5.6L13 12.5M5.5 10.4L13 3.5M4.2 6.3a1.8 1.8 0 1 1 0-3.6 1.8 1.8 0 0 1 0 3.6zM4.2 13.3a1.8 1.8 0 1 1 0-3.6 1.8 1.8 0 0 1 0 3.6z',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 3.5v9',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
