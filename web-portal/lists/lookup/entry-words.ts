import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { GROUP_TITLES, type ListKind } from '../list-kinds.ts';
import { headingOf } from '../stone-facts.ts';
import type { Entry } from './entry.ts';

/** 'Available: Loose Diamonds'. */
export const listTitle = (kind: ListKind, line: Line): string =>
  `${GROUP_TITLES[kind]}: ${LINE_FACTS[line].title}`;

/** 'VTR-104417 · GIA 2467110893 · Cart: Loose Diamonds'. */
export const entryDetail = ({ line, kind, row }: Entry): string =>
  [row.parcelName, certificateInWords(row), listTitle(kind, line)].filter(Boolean).join(' · ');

/** What became of a parcel that can no longer be had: 'Sold · 1.51 ct Round D VVS1'; null: it is not known. */
export const goneWords = (entry: Entry | null): string =>
  entry ? `${statusName(entry.row.status)} · ${headingOf(entry.row)}` : 'In none of your lists any more';
