import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradingDocument } from '#contracts/trading-system/wire.ts';
import { settleDocument, type IncomingDocument, type Whereabouts } from './settle-document.ts';

const document: TradingDocument = {
  docType: 'MEMO',
  docNo: 'M-1',
  line: 1,
  version: 1,
  accountCode: '12-34-5678',
  parcelName: 'N-100',
  effectiveAt: '2026-03-01',
  amountCents: 980_000,
};
const nowhere: Whereabouts = new Map();

/** The parcels' streams, each with the versions recorded: the fold counts the highest one. */
function streams(...parcels: string[]) {
  const recorded = new Map(parcels.map((parcel) => [parcel, new Map<number, number | null>()]));
  return {
    customerByAccountCode: async (_: string, code: string) => (code === document.accountCode ? 12 : null),
    customersCaughtUp: async () => true,
    async recordDocument({ parcelName, version, amountCents }: IncomingDocument) {
      const versions = recorded.get(parcelName);
      if (!versions) return 'unknown-parcel' as const;
      if (versions.has(version)) return 'already' as const;
      versions.set(version, amountCents);
      return 'recorded' as const;
    },
    /** Where the document counts, and for how much. */
    counting: () =>
      [...recorded].flatMap(([parcel, versions]) => {
        const amount = versions.get(Math.max(...versions.keys())) ?? null;
        return amount === null ? [] : [{ parcel, amount }];
      }),
  };
}

async function settleAll(ledger: ReturnType<typeof streams>, documents: readonly TradingDocument[]) {
  let whereabouts = nowhere;
  const outcomes: unknown[] = [];
  for (const one of documents) {
    const settled = await settleDocument(ledger, 'VITRINE', one, whereabouts);
    whereabouts = settled.whereabouts;
    outcomes.push(settled.outcome);
  }
  return outcomes;
}

describe('settling a document', () => {
  test('the first time it is recorded, the second time it is known', async () => {
    expect(await settleAll(streams('N-100'), [document, document])).toEqual(['recorded', 'already']);
  });

  test('an unknown account code waits', async () => {
    expect(await settleAll(streams('N-100'), [{ ...document, accountCode: '99-99-9999' }])).toEqual([
      { suspended: expect.stringContaining('99-99-9999') },
    ]);
  });

  test.each(['N-200', 'no such name', '$all'])('an unknown parcel waits: %s', async (parcelName) => {
    expect(await settleAll(streams('N-100'), [{ ...document, parcelName }])).toEqual([
      { suspended: `there is no parcel ${parcelName}` },
    ]);
  });

  test('a former version that cannot be recorded does not wait once a later one is recorded', async () => {
    const former = { ...document, accountCode: '99-99-9999' };
    expect(await settleAll(streams('N-100'), [{ ...document, version: 2 }, former])).toEqual([
      'recorded',
      'already',
    ]);
  });

  test('a version that is recorded does not wait when it comes again with an account that is not known', async () => {
    const again = { ...document, accountCode: '99-99-9999' };
    expect(await settleAll(streams('N-100'), [document, again])).toEqual(['recorded', 'already']);
  });

  test('one version counts on one parcel: that it names another one later changes nothing', async () => {
    const ledger = streams('N-100', 'N-101');
    const elsewhere = { ...document, parcelName: 'N-101' };
    expect(await settleAll(ledger, [document, elsewhere])).toEqual(['recorded', 'already']);
    expect(ledger.counting()).toEqual([{ parcel: 'N-100', amount: 980_000 }]);
  });

  test('a version that names another parcel counts there alone', async () => {
    const ledger = streams('N-100', 'N-200');
    expect(await settleAll(ledger, [document, { ...document, version: 2, parcelName: 'N-200' }])).toEqual([
      'recorded',
      'recorded',
    ]);
    expect(ledger.counting()).toEqual([{ parcel: 'N-200', amount: 980_000 }]);
  });

  test('a former version that comes late does not hide that a later one stands on its parcel', async () => {
    const ledger = streams('N-100', 'N-200');
    const last = { ...document, version: 3 };
    const between = { ...document, version: 2, parcelName: 'N-200' };
    expect(await settleAll(ledger, [last, document, between])).toEqual(['recorded', 'recorded', 'already']);
    expect(ledger.counting()).toEqual([{ parcel: 'N-100', amount: 980_000 }]);
  });

  describe('a void version', () => {
    const voided = { ...document, version: 2, amountCents: null };

    test.each([
      ['names a parcel that is not known', { ...voided, parcelName: 'MISTYPED' }],
      ['has an account that is not known', { ...voided, accountCode: '99-99-9999' }],
      ['names another parcel', { ...voided, parcelName: 'N-200' }],
    ])('takes the document away where it stands, also when it %s', async (_, one) => {
      // Given version 1 as a person re-pointed it.
      const ledger = streams('N-100', 'N-200');
      // When the void version comes, twice, and version 1 as it was written once more.
      const outcomes = await settleAll(ledger, [document, one, one, { ...document, parcelName: 'N-200' }]);
      // Then the document counts nowhere.
      expect(outcomes).toEqual(['recorded', 'recorded', 'already', 'already']);
      expect(ledger.counting()).toEqual([]);
    });

    test('waits as other documents do where the document stands nowhere', async () => {
      expect(await settleAll(streams('N-100'), [{ ...voided, parcelName: 'MISTYPED' }])).toEqual([
        { suspended: 'there is no parcel MISTYPED' },
      ]);
      expect(await settleAll(streams('N-100'), [{ ...voided, accountCode: '99-99-9999' }])).toEqual([
        { suspended: expect.stringContaining('99-99-9999') },
      ]);
    });

    test('does not take a later version away', async () => {
      const ledger = streams('N-100');
      const later = { ...document, version: 3 };
      expect(await settleAll(ledger, [later, { ...voided, parcelName: 'MISTYPED' }])).toEqual([
        'recorded',
        'already',
      ]);
      expect(ledger.counting()).toEqual([{ parcel: 'N-100', amount: 980_000 }]);
    });
  });

  test('whatever the order and repetition of its versions, the highest counts, once', async () => {
    const versions = fc.array(
      fc.record({
        parcelName: fc.constantFrom('N-100', 'N-200', 'N-300'),
        amountCents: fc.option(fc.integer({ min: 1, max: 99 })),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(
        versions.chain((contents) => {
          const documents = contents.map((content, index) => ({
            ...document,
            ...content,
            version: index + 1,
          }));
          return fc.record({
            documents: fc.constant(documents),
            order: fc.shuffledSubarray([...documents, ...documents], { minLength: documents.length * 2 }),
          });
        }),
        async ({ documents, order }) => {
          const ledger = streams('N-100', 'N-200', 'N-300');
          await settleAll(ledger, order);
          const { parcelName, amountCents } = documents[documents.length - 1]!;
          expect(ledger.counting()).toEqual(
            amountCents === null ? [] : [{ parcel: parcelName, amount: amountCents }],
          );
        },
      ),
    );
  });
});
