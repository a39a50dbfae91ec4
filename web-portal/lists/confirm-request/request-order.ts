import type { RequestCard } from './request-card.ts';

/** The order of the confirm dialog: by virtual status, then weight, then total (product: Confirm request). */
export function inRequestOrder<Card extends Pick<RequestCard, 'virtual' | 'weight' | 'total'>>(
  cards: readonly Card[],
): Card[] {
  return cards.toSorted(
    (a, b) =>
      Number(a.virtual) - Number(b.virtual) ||
      (a.weight ?? 0) - (b.weight ?? 0) ||
      (a.total ?? 0) - (b.total ?? 0),
  );
}
