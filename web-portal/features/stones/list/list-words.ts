import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';

/** The empty text of a list (product: Stone table). */
export const nothingFound = (line: Line): string => (line === 'jewellery' ? '0 found' : '0 stones found');

/** What a list's rows are called, one or many: 'stones', 'piece'. */
export function nounOf(line: Line, count: number): string {
  const noun = LINE_FACTS[line].noun.toLowerCase();
  return count === 1 ? noun : `${noun}s`;
}

/** What an empty list is for. */
export const EMPTY_WORDS: Readonly<Record<ListKind, string>> = {
  customer: 'What you request and hold on memo appears here.',
  available: 'Nothing is available in this line just now.',
  cart: 'What you add to the cart waits here until you request it.',
  past: 'What you returned or sold appears here.',
};
