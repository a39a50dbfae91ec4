import { describe, expect, it } from 'vitest';
import type { ListKind } from '../list-kinds.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { entriesOf, type Entry } from './entry.ts';
import { isOneSignOff, lookUp, readNumbers, withNumbers } from './numbers.ts';

const [made] = madeStones(1);
const entry = (parcelName: string, certNo: string, kind: ListKind = 'available'): Entry => ({
  line: 'natural',
  kind,
  row: { ...made!, parcelName, certNo, shortCertNo: undefined },
});

describe('A pasted or scanned list of numbers (product: Find)', () => {
  it('is read from whatever text it stands in, each number once', () => {
    expect(
      readNumbers(`Dear Ann,
        GIA 2141438167, (LG-1234); "AW00012"
        https://www.gia.edu/report-check?reportno=5221234567&s=1
        lg 1234  2141438167 lg-1234`),
    ).toEqual(['GIA 2141438167', 'LG-1234', 'AW00012', '5221234567', '1234']);
    expect(readNumbers('no number at all')).toEqual([]);
    expect(readNumbers('https://example.com/7')).toEqual([]);
  });

  it('is none of the weights and prices that stand beside the numbers in a sheet', () => {
    expect(
      readNumbers(
        'GIA 2015937384\t0.30\t25331.00\nKP13483,0.57,1203.10\nLG-77;0,79;2210,44\n5221234567 1.02ct $950 1,203.10 -35.5% (0.41)',
      ),
    ).toEqual(['GIA 2015937384', 'KP13483', 'LG-77', '5221234567']);
    expect(readNumbers('2015937384,1\n2015937385,12', new Set())).toEqual([
      '2015937384',
      '1',
      '2015937385',
      '12',
    ]);
    expect(readNumbers('KP1\t0,57\t1.203,10\t25,331\nKP2;0,57;1.203,10 €;25.331')).toEqual(['KP1', 'KP2']);
    expect(readNumbers('KP1,"0.30","1,203.10"\nKP2;"0,30";"1.203,10"')).toEqual(['KP1', 'KP2']);
    expect(readNumbers('"KP1","25,331","0.30"\nKP2;1.203,10€;-25,331;KP3')).toEqual(['KP1', 'KP2', 'KP3']);
    expect(readNumbers('KP1 5,200\nKP2 0,57 -1,205,200 $6,300\r\n')).toEqual(['KP1', 'KP2']);
    expect(readNumbers('7.5 0.30', new Set(['7.5']))).toEqual(['7.5']);
    // What commas part are cells, and a bare figure may be a stock number.
    expect(readNumbers('Q1, 123,456\n  123,457\nKP2 5200')).toEqual([
      'Q1',
      '123',
      '456',
      '457',
      'KP2',
      '5200',
    ]);
    expect(readNumbers('KP1 5,200', new Set(['200']))).toEqual(['KP1', '5', '200']);
    expect(readNumbers('12,34\n56,7', new Set(['12', '34']))).toEqual(['12', '34']);
  });

  it.each([
    '12345678901 7654321',
    '7654321 12345678901',
    '12345678901-7654321',
    '7654321-12345678901',
    'FM 7654321 / 12345678901.',
  ])('knows an FM certificate by its id (product: Certificates): %s', (written) => {
    // Given stones of lab FM with the numbers one way round, with and without a short one
    const fm = (row: Partial<Entry['row']>): Entry => {
      const of = entry('A1001', '12345678901 7654321');
      return { ...of, row: { ...of.row, lab: 'FM', ...row } };
    };
    for (const stone of [fm({}), fm({ shortCertNo: '7654321' })]) {
      // When either way round is pasted
      const looked = lookUp(readNumbers(written), [stone]);
      // Then the stone is found, and nothing else is left
      expect(looked.found.flatMap((one) => one.entries)).toEqual([stone]);
      expect([...looked.near, ...looked.gone]).toEqual([]);
    }
  });

  it('takes no two numbers for one FM certificate that stand in cells or lines of their own, or name a parcel', () => {
    expect(readNumbers('7654321\t12345678901\n7654322\n12345678902,7654323')).toHaveLength(5);
    expect(readNumbers('7654321 12345678901', new Set(['7654321']))).toEqual(['7654321', '12345678901']);
    expect(readNumbers('KP-7654321 12345678901')).toEqual(['KP-7654321', '12345678901']);
    expect(readNumbers('7654321 12345678901 7654322 12345678902')).toEqual(['7654321', '7654322']);
  });

  it('takes a code that stays in sight of the camera once', () => {
    const once = withNumbers('VTR-10', ['ROSE', 'GIA 2141438167', 'VTR-10']);
    expect(once).toBe('VTR-10\nROSE\nGIA 2141438167');
    expect(withNumbers(once, ['ROSE', 'GIA 2141438167', 'VTR-10'])).toBe(once);
  });

  it('comes to what was found, what is near and what is gone', () => {
    const [here, held, past] = [
      entry('A1001', '2141438167'),
      entry('B2002', '77', 'customer'),
      entry('C3003', '88', 'past'),
    ];
    const near = entry('D4004', '5221234567');
    const looked = lookUp(
      ['2141438167', 'a-1001', 'B2002', 'C3003', '5221234576', '999999', '2141438176', '5221234577'],
      [here, held, past, near],
    );
    expect(looked.found).toEqual([
      { number: '2141438167', entries: [here] },
      { number: 'B2002', entries: [held] },
    ]);
    expect(looked.near).toEqual([{ number: '5221234576', entries: [near] }]);
    expect(looked.gone).toEqual([
      { number: 'C3003', entry: past },
      { number: '999999', entry: null },
      { number: '2141438176', entry: null },
      { number: '5221234577', entry: null },
    ]);
  });

  describe('when several stones have one number', () => {
    // Given two stones of GIA and IGI, a lab-grown one of GIA, and one that went back, with the same digits
    const of = (parcelName: string, lab: string | undefined, kind: ListKind = 'available'): Entry => {
      const { row, ...where } = entry(parcelName, '2235939868', kind);
      return { ...where, row: { ...row, lab } };
    };
    const [gia, igi, grown, past] = [
      of('A1', 'GIA'),
      of('B2', 'IGI'),
      of('C3', 'GIA-LG'),
      of('D4', 'GIA', 'past'),
    ];
    const found = (text: string, entries = [past, gia, igi, grown]) =>
      lookUp(readNumbers(text, new Set(['A1', 'B2', 'C3', 'D4'])), entries).found.map(
        ({ number, entries: stones }) => [number, ...stones],
      );

    it('finds all of them that can be had', () =>
      expect(found('2235939868')).toEqual([['2235939868', gia, igi, grown]]));

    it('finds those of the laboratory right before it, and those without one', () => {
      expect(found('igi: 2235939868')).toEqual([['IGI 2235939868', igi]]);
      expect(found('GIA\t2235939868')).toEqual([['GIA 2235939868', gia, grown]]);
      expect(found('GIA-LG 2235939868\nIGI 2235939868')).toEqual([
        ['GIA-LG 2235939868', grown],
        ['IGI 2235939868', igi],
      ]);
      const plain = of('E5', undefined);
      expect(found('HRD 2235939868', [gia, plain])).toEqual([['HRD 2235939868', plain]]);
      // That of the line before is none.
      expect(found('KP1 GIA\n2235939868', [igi])).toEqual([['2235939868', igi]]);
    });

    it('takes the same number of another laboratory for near', () => {
      const looked = lookUp(readNumbers('IGI 2235939868'), [gia]);
      expect(looked).toEqual({ found: [], near: [{ number: 'IGI 2235939868', entries: [gia] }], gone: [] });
    });

    it('finds one alone that the list names otherwise too, whatever stands before its name', () => {
      expect(found('2235939868 B2')).toEqual([['B2', igi]]);
      expect(found('IGI b2 2235939868')).toEqual([['IGI b2', igi]]);
      expect(found('GIA B2')).toEqual([['B2', igi]]);
    });
  });

  it.each([
    ['12345', '12346', true],
    ['12345', '12435', true],
    ['12345', '1245', true],
    ['12345', '123456', true],
    ['12345', '12345', false],
    ['12345', '13446', false],
    ['12345', '54321', false],
    ['12345', '1234567', false],
  ])('%s and %s differ in one sign: %s', (a, b, near) => {
    expect([isOneSignOff(a, b), isOneSignOff(b, a)]).toEqual([near, near]);
  });

  it('a parcel in several lists is found once, where most can be done with it; desires are none', () => {
    const row = { ...made!, parcelName: 'A1' };
    const lists = (['available', 'cart', 'past'] as const).map((kind) => ({
      line: 'natural' as const,
      kind,
      rows: [row, { ...row, parcelName: `desire:${kind}`, virtual: true }],
    }));
    expect(entriesOf(lists)).toEqual([{ line: 'natural', kind: 'cart', row }]);
  });
});
