/** Line icons on a 24-pixel grid, drawn with the text's colour. */
const PATHS = {
  stone: 'M6.5 4h11L22 9.5 12 21 2 9.5zM2 9.5h20M6.5 4l2 5.5L12 21l3.5-11.5L17.5 4M8.5 9.5 12 4l3.5 5.5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 20.5 20.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M6 9.5l6 6 6-6',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  cart: 'M3 4h2.5l2.2 11h10.6L20.5 7.5H6.2M9.2 20a1 1 0 1 1 0-2 1 1 0 0 1 0 2zM17 20a1 1 0 1 1 0-2 1 1 0 0 1 0 2z',
  inCart:
    'M3 4h2.5l2.2 11h10.6L20.5 7.5H6.2M9.2 20a1 1 0 1 1 0-2 1 1 0 0 1 0 2zM17 20a1 1 0 1 1 0-2 1 1 0 0 1 0 2zM10.5 11l1.8 1.8 3.4-3.6',
  video: 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3z',
  certificate: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 15.5h6',
  arrows:
    'M12 20.5C7 16.5 3.5 13.4 3.5 9.4A4.4 4.4 0 0 1 12 7.7a4.4 4.4 0 0 1 8.5 1.7c0 4-3.5 7.1-8.5 11.1zM12 7.7v12.8',
  heart: 'M12 20.5C7 16.5 3.5 13.4 3.5 9.4A4.4 4.4 0 0 1 12 7.7a4.4 4.4 0 0 1 8.5 1.7c0 4-3.5 7.1-8.5 11.1z',
  sun: 'M12 16.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  external: 'M13.5 4.5H19.5V10.5M19.5 4.5 11 13M17 13.5V19.5H4.5V7H10.5',
  page: 'M4 4.5h16v15H4zM4 8.5h16',
  eye: 'M2.5 12c2.5-4.4 5.7-6.5 9.5-6.5s7 2.1 9.5 6.5c-2.5 4.4-5.7 6.5-9.5 6.5S5 16.4 2.5 12zM12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6z',
  key: 'M8.5 19a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM11.7 11.3 19.5 3.5M16 7l3 3',
  invoice: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  clock: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7v5.2l3.4 2',
  logOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  person: 'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM4 20.5c.8-3.8 4-5.5 8-5.5s7.2 1.7 8 5.5',
  table: 'M3.5 5h17v14h-17zM3.5 10h17M3.5 14.5h17M9.5 5v14',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  bookmark: 'M6.5 4h11v16.5L12 16.5l-5.5 4z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3A4 4 0 0 0 10.7 19l1.3-1.3',
  columns: 'M4 4.5h16v15H4zM9.3 4.5v15M14.7 4.5v15',
  beside: 'M3.5 5h17v14h-17zM14.5 5v14M17 9h1.2M17 12h1.2',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17v.5',
  history: 'M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.4M3.5 3.5v5h5M12 7.5V12l3 2',
  print: 'M7 9V3.5h10V9M7 17.5H3.5V9h17v8.5H17M7 14.5h10v6H7z',
  minus: 'M6 12h12',
  ascending: 'M12 19V5M6.5 10.5 12 5l5.5 5.5',
  descending: 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  sync: 'M20 11a8 8 0 0 0-14.3-3.9L3.5 9.5M3.5 4v5.5H9M4 13a8 8 0 0 0 14.3 3.9l2.2-2.4M20.5 20v-5.5H15',
  filters: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5v4M9 10v4M15 15v4',
  pin: 'M8.5 3.5h7M10 3.5v6.5l-3 4h10l-3-4V3.5M12 14v6.5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5z',
  scan: 'M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M7 12h10',
  house: 'M4 11.5 12 4l8 7.5M6 10v10h12V10',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the words are beside it or in the label of its button. */
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
