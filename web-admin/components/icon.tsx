/** Line icons of one weight on a field of 24, drawn in the text's colour. */
const PATHS = {
  gem: 'M6.5 4h11L22 9.5 12 21 2 9.5zM2 9.5h20M6.5 4l2 5.5L12 21l3.5-11.5L17.5 4M8.5 9.5 12 4l3.5 5.5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  minus: 'M6 12h12',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 20.5 20.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M14.5 6l-6 6 6 6',
  up: 'M12 19V5M6.5 10.5 12 5l5.5 5.5',
  down: 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  sun: 'M12 16.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  sync: 'M20 11a8 8 0 0 0-14.3-3.9L3.5 9.5M3.5 4v5.5H9M4 13a8 8 0 0 0 14.3 3.9l2.2-2.4M20.5 20v-5.5H15',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17v.5',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: what it means is said in words beside it or in the label of its button. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
