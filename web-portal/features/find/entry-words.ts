import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { GROUP_TITLES, type ListKind } from '../../lists/list-kinds.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Entry } from './entry.ts';

/** 'Available: Loose Diamonds'. */
export const listTitle = (kind: ListKind, line: Line): string =>
  `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}`;

/** 'VTR-104417 · GIA 2467110893 · Cart: Loose Diamonds'. */
export const entryDetail = ({ line, kind, row }: Entry): string =>
  [row.parcelName, [row.lab, row.certNo].filter(Boolean).join(' '), listTitle(kind, line)]
    .filter(Boolean)
    .join(' · ');
