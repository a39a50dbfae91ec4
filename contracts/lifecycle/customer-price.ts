import type { StoneAttributes } from '../events/stone-events.ts';
import type { Line } from '../vocabulary/lines.ts';
import { mulDivRound, PPM, type Cents, type Ppm } from '../vocabulary/money.ts';

/**
 * True for the stones that `giaRoundDiscount` concerns: natural rounds graded by GIA (rule: List price and
 * customer price).
 */
export function isGiaRound(line: Line, attributes: Pick<StoneAttributes, 'lab' | 'shapeCode'>): boolean {
  return line === 'natural' && attributes.lab === 'GIA' && attributes.shapeCode === 'RD';
}

/**
 * The customer's price of a list price, in whole cents: less `giaRoundDiscount` for natural GIA rounds (rule:
 * List price and customer price).
 */
export function customerPrice(
  listPrice: Cents,
  discount: Ppm,
  line: Line,
  attributes: Pick<StoneAttributes, 'lab' | 'shapeCode'>,
): Cents {
  return isGiaRound(line, attributes) ? mulDivRound(listPrice, PPM - discount, PPM) : listPrice;
}
