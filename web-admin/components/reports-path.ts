import type { FigureStonesQuery } from '#contracts/api/figures.ts';

const AXES = ['customerId', 'effectiveAt', 'knownAt'] as const;

/** The page's customer and cut, as in its address; an empty text is everyone, or now. */
export type Asked = Readonly<Record<(typeof AXES)[number], string>>;

/** All that the caller may see, as of now. */
export const NOW: Asked = { customerId: '', effectiveAt: '', knownAt: '' };

/** What of it stands in an address or in a call. */
export function askedQuery(asked: Asked): URLSearchParams {
  return new URLSearchParams(AXES.flatMap((name) => (asked[name] === '' ? [] : [[name, asked[name]]])));
}

/** The page of these figures. */
export function reportsPath(asked: Asked): string {
  const query = askedQuery(asked).toString();
  return query === '' ? '/reports' : `/reports?${query}`;
}

/** A figure of it, as it is opened to its stones; `at`: the day of the figure, where it is not that of the page. */
export type OpenedFigure = Omit<FigureStonesQuery, (typeof AXES)[number]> & { title: string; at?: string };

/** The page of a figure's stones; its address holds what the page of figures asked for, which is the way back. */
export function stonesPath(asked: Asked, figure: OpenedFigure): string {
  const query = askedQuery(asked);
  for (const [name, value] of Object.entries(figure))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return `/reports?${query.toString()}`;
}

/** What the call of a figure's stones asks for, from the address of their page. */
export function stonesQuery(address: URLSearchParams): URLSearchParams {
  const { title: _, at, ...asked } = Object.fromEntries(address);
  return new URLSearchParams({ ...asked, ...(at !== undefined && { effectiveAt: at }) });
}
