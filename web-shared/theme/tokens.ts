/**
 * The colours of both applications, light and dark. `goldInk` and `amberInk` are the tier gold and amber made dark
 * enough for small text (WCAG AA) on every surface; the plain ones are for dots, rules and drawings.
 */
export const COLOURS = {
  light: {
    paper: '#FBFAF7',
    raised: '#FFFFFF',
    sunk: '#F4F2EC',
    ink: '#1B1E23',
    muted: '#6A6F76',
    mutedOnSoft: '#5A6067',
    hairline: '#E6E2D9',
    field: '#8C8F93',
    accent: '#0E5A4E',
    accentStrong: '#0A463D',
    onAccent: '#FFFFFF',
    accentSoft: '#E4EFEB',
    gold: '#9A7430',
    goldInk: '#85631F',
    goldSoft: '#F5EEDF',
    amber: '#B4690E',
    amberInk: '#985608',
    amberSoft: '#FBEFDD',
    red: '#A5382B',
    redSoft: '#F9E9E6',
    scrim: 'rgb(27 30 35 / 0.38)',
    float: '0 12px 40px -12px rgb(27 30 35 / 0.28)',
    stageTop: '#DFE8EA',
    stageBottom: '#FFFFFF',
    matLight: '#FFFFFF',
    matEdge: '#FFFFFF',
    facet: '#3A4148',
    stoneTint: '#F3F8FB',
    stoneWarm: '#FAF7F0',
    stoneLine: '#3A4148',
  },
  dark: {
    paper: '#111315',
    raised: '#181B1E',
    sunk: '#0C0E0F',
    ink: '#ECEAE4',
    muted: '#979CA1',
    mutedOnSoft: '#A9AEB3',
    hairline: '#2A2E32',
    field: '#6C7278',
    accent: '#63BDA8',
    accentStrong: '#86D2C0',
    onAccent: '#0C1B18',
    accentSoft: '#17302B',
    gold: '#D2AB62',
    goldInk: '#D2AB62',
    goldSoft: '#2C2517',
    amber: '#E3A54B',
    amberInk: '#E3A54B',
    amberSoft: '#2F2414',
    red: '#E58375',
    redSoft: '#331C19',
    scrim: 'rgb(0 0 0 / 0.6)',
    float: '0 12px 40px -8px rgb(0 0 0 / 0.7)',
    stageTop: '#22313A',
    stageBottom: '#181B1E',
    // Over photographs, which stand on white: it takes the glare and leaves the stone its colour.
    matLight: '#E6E3DE',
    matEdge: '#3E3C3A',
    facet: '#C4CED4',
    // A stone is as light in the dark as by day.
    stoneTint: '#D9E3E8',
    stoneWarm: '#E8E1D3',
    stoneLine: '#3A4148',
  },
} as const;

export type Scheme = keyof typeof COLOURS;
export type ColourToken = keyof (typeof COLOURS)['light'];

export const FONTS = {
  text: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  display: "'Newsreader Variable', 'Newsreader Fallback', Georgia, 'Times New Roman', serif",
} as const;

/** Pixels. Rows of a dense list; below `sm` lists are cards, below `md` pages scroll as a whole, below `sidebarFrom` the sidebar is a drawer. */
export const SIZES = {
  row: 39,
  radiusSmall: 7,
  radius: 9,
  radiusLarge: 12,
  sidebar: 212,
  sidebarFrom: 1120,
  md: 900,
  sm: 600,
} as const;

/** `var(--…)` of a colour: what styles and the MUI theme use, so that one attribute switches both. */
export const colour = (token: ColourToken): string => `var(--${kebab(token)})`;

const kebab = (token: string) => token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const declarations = (scheme: Scheme) =>
  Object.entries(COLOURS[scheme])
    .map(([token, value]) => `--${kebab(token)}:${value};`)
    .join('') + `color-scheme:${scheme};`;

/** The style sheet of the tokens: the system's preference decides unless `data-scheme` on the root says otherwise. */
export const TOKEN_STYLES = [
  `:root{${declarations('light')}--font-text:${FONTS.text};--font-display:${FONTS.display};`,
  `--row:${SIZES.row}px;--radius-small:${SIZES.radiusSmall}px;--radius:${SIZES.radius}px;--radius-large:${SIZES.radiusLarge}px;--sidebar:${SIZES.sidebar}px}`,
  `@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${declarations('dark')}}}`,
  `:root[data-scheme=dark]{${declarations('dark')}}`,
  `@media print{:root,:root[data-scheme]{${declarations('light')}}}`,
].join('');
