import { describe, expect, it } from 'vitest';
import type { ShowPrices } from '#contracts/api/session.ts';
import { KNOWN_ATTRIBUTES } from '../api/get-attributes.ts';
import type { ListKind } from '../list-kinds.ts';
import { columnsOf } from './stone-columns.tsx';

const of = (more: Partial<Parameters<typeof columnsOf>[0]> = {}) =>
  columnsOf({
    kind: 'available',
    line: 'natural',
    showPrices: 'WHOLESALE',
    lgAllowed: false,
    attributes: KNOWN_ATTRIBUTES,
    today: '2026-11-20',
    v360BaseUrl: 'https://v360.example/?d=',
    ...more,
  });
const labels = (
  showPrices: ShowPrices = 'WHOLESALE',
  kind: ListKind = 'available',
  lgAllowed = false,
): string[] => of({ showPrices, kind, lgAllowed }).map((column) => column.name ?? column.label);

describe('Columns of the shared stone table (specification, section 2.4)', () => {
  it('are all there', () => {
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Video',
        'Certificate',
        'Hearts and arrows',
        'Brand',
        'Parcel Name',
        'Lab',
        'Cert',
        'Weight',
        'Shape',
        'Colour',
        'Clarity',
        'Fluorescence',
        'Cut',
        'Polish',
        'Symmetry',
        'Table %',
        'Depth %',
        'Measurements',
        'Ratio',
        'Tier',
        'Rap %',
        'Price per carat',
        'Total',
      ]),
    );
  });
  it('Past has a Last Action date', () =>
    expect([labels('WHOLESALE', 'past').includes('Last Action'), labels().includes('Last Action')]).toEqual([
      true,
      false,
    ]));
  it('lab-grown customers see a Diamond Type column', () =>
    expect([
      labels('WHOLESALE', 'available', true).includes('Diamond Type'),
      labels().includes('Diamond Type'),
    ]).toEqual([true, false]));
});

describe('Price modes (specification, section 6; rules, section 5)', () => {
  it('WHOLESALE adds Rap %', () => expect(labels('WHOLESALE')).toContain('Rap %'));
  it('RETAIL sees prices, but no Rap', () => {
    expect(labels('RETAIL')).toContain('Total');
    expect(labels('RETAIL')).not.toContain('Rap %');
  });
  it('NONE has no price, nor a column to order or filter by one', () => {
    for (const priced of ['Rap %', 'Price per carat', 'Total']) expect(labels('NONE')).not.toContain(priced);
  });
});
