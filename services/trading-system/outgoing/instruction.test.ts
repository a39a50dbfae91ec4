import { describe, expect, test } from 'vitest';
import { emptyParcel, evolveParcel, foldParcel, type StoneFact } from '#contracts/lifecycle/index.ts';
import { NoAccount, postingFor, type AccountCode, type Effect } from './instruction.ts';

const ZONE = 'America/New_York';
const MEMO_HERE: AccountCode = { dxInstance: 'VITRINE', accountCode: '10-00-0001', docTypes: ['MEMO'] };
const INVOICE_HERE: AccountCode = { dxInstance: 'VITRINE', accountCode: '10-00-0002', docTypes: ['INVOICE'] };
const BOTH_IN_ANTWERP: AccountCode = {
  dxInstance: 'ANTWERP',
  accountCode: '20-00-0001',
  docTypes: ['INVOICE', 'MEMO'],
};
const everywhere = [BOTH_IN_ANTWERP, MEMO_HERE, INVOICE_HERE];

const attributes = { weight: 1010 };
const frozen = {
  customerPriceCents: 980_000,
  listPriceCents: 1_000_000,
  costCents: 900_000,
  giaRoundDiscountPpm: 20_000,
  attributes,
};
const at = (day: number) => `2026-03-0${day}T15:00:00.000Z`;
const intent = (day: number) => ({ customerId: 12, instructionId: `i-${day}`, effectiveAt: at(day) });

let position = 0;
const fact = (id: string, day: number, event: Pick<StoneFact, 'type' | 'data'>): StoneFact =>
  ({ ...event, id, recordedAt: at(day), by: 'jeweller', position: ++position }) as StoneFact;
const listed = fact('listed', 1, {
  type: 'StoneListed',
  data: {
    parcelName: 'N-100',
    line: 'natural',
    vendorId: 1,
    attributes,
    costCents: 900_000,
    totalCents: 1_000_000,
    vendorAvailability: 'IN_STOCK',
    effectiveAt: at(1),
  },
});
const requested = fact('requested', 2, { type: 'StoneRequested', data: { ...intent(2), frozen } });
const documentOf = (
  id: string,
  day: number,
  more: { instance?: string; docNo?: string; customerId?: number },
) =>
  fact(id, day, {
    type: 'DocumentReceived',
    data: {
      instance: 'VITRINE',
      docType: 'MEMO',
      docNo: 'M/7',
      line: 3,
      version: 1,
      customerId: 12,
      accountCode: '20-00-0001',
      amountCents: 980_000,
      giaRoundDiscountPpm: 20_000,
      effectiveAt: at(day),
      ...more,
    },
  });
const memoFrom = (instance: string) => documentOf('memo', 3, { instance });
const secondMemo = documentOf('second memo', 3, { instance: 'ANTWERP', docNo: 'M/8' });
const returned = fact('returned', 4, { type: 'StoneReturned', data: intent(4) });
const sold = fact('sold', 4, { type: 'StoneSold', data: intent(4) });

const view = (...events: StoneFact[]) =>
  foldParcel([listed, ...events].reduce(evolveParcel, emptyParcel('N-100')), ZONE);
const effect = (eventId: string, type: Effect['intent'], day: number): Effect => {
  const { customerId, instructionId } = intent(day);
  return { eventId, intent: type, customerId, instructionId };
};
const request = effect('requested', 'REQUEST', 2);

describe('what is posted to the trading system', () => {
  test('a request goes to our own instance under the MEMO account, at the frozen customer price', () => {
    expect(postingFor(request, 'N-100', view(requested), everywhere)).toEqual({
      instance: 'VITRINE',
      instruction: {
        instructionId: 'i-2',
        parcelName: 'N-100',
        action: 'REQUEST',
        accountCode: '10-00-0001',
        effectiveAt: at(2),
        amount: 9800,
        memo: null,
      },
    });
  });

  test('a customer without an account there is served by the instance that has one', () => {
    expect(postingFor(request, 'N-100', view(requested), [BOTH_IN_ANTWERP, INVOICE_HERE])).toMatchObject({
      instance: 'ANTWERP',
      instruction: { accountCode: '20-00-0001' },
    });
  });

  test('a return goes to the instance whose memo it is, and names the memo', () => {
    const posting = postingFor(
      effect('returned', 'RETURN', 4),
      'N-100',
      view(requested, memoFrom('ANTWERP'), returned),
      everywhere,
    );
    expect(posting).toMatchObject({
      instance: 'ANTWERP',
      instruction: { action: 'RETURN', amount: 9800, memo: { docNo: 'M/7', line: 3 } },
    });
  });

  test('a return after a second memo names the newer one', () => {
    const history = view(requested, memoFrom('ANTWERP'), secondMemo, returned);
    expect(postingFor(effect('returned', 'RETURN', 4), 'N-100', history, everywhere)).toMatchObject({
      instruction: { action: 'RETURN', memo: { docNo: 'M/8', line: 3 } },
    });
  });

  test('a request that was stuck until a memo of another instance came goes to our own instance still', () => {
    expect(postingFor(request, 'N-100', view(requested, memoFrom('ANTWERP')), everywhere)).toMatchObject({
      instance: 'VITRINE',
      instruction: { action: 'REQUEST', accountCode: '10-00-0001', memo: null },
    });
  });

  test('a sale goes under the INVOICE account; where the memo is of an instance without one, elsewhere and without the memo', () => {
    const history = view(requested, memoFrom('MUMBAI'), sold);
    expect(postingFor(effect('sold', 'SOLD', 4), 'N-100', history, everywhere)).toMatchObject({
      instance: 'VITRINE',
      instruction: { accountCode: '10-00-0002', memo: null },
    });
  });

  test('a request that was withdrawn is posted all the same, for its return follows', () => {
    expect(postingFor(request, 'N-100', view(requested, returned), everywhere)).not.toBeNull();
    expect(
      postingFor(effect('returned', 'RETURN', 4), 'N-100', view(requested, returned), everywhere),
    ).toMatchObject({ instruction: { action: 'RETURN', memo: null } });
  });

  test('an effect that was undone is not posted', () => {
    const undone = fact('undone', 5, {
      type: 'EventUndone',
      data: { eventId: 'requested', effectiveAt: at(5) },
    });
    expect(postingFor(request, 'N-100', view(requested, undone), everywhere)).toBeNull();
  });

  test.each([
    [
      'that a memo of another customer has displaced',
      () => view(requested, documentOf('memo of 13', 3, { customerId: 13 })),
    ],
    [
      'made while another customer had the stone',
      () => view(documentOf('memo of 13', 1, { customerId: 13 }), requested),
    ],
  ])('a request %s is declined, and not posted when its task is tried again', (_, declined) => {
    // Given a request that was stuck, and that a document declined meanwhile
    const history = declined();
    expect(history.customerId).toBe(13);
    // When it is to be posted, then nothing is, also where its customer has no account
    expect(postingFor(request, 'N-100', history, everywhere)).toBeNull();
    expect(postingFor(request, 'N-100', history, [])).toBeNull();
  });

  test('an effect whose date was changed before it was posted is posted at the new date', () => {
    const changed = fact('changed', 5, {
      type: 'EventDateChanged',
      data: { eventId: 'requested', newDate: at(1), effectiveAt: at(5) },
    });
    expect(postingFor(request, 'N-100', view(requested, changed), everywhere)).toMatchObject({
      instruction: { effectiveAt: at(1) },
    });
  });

  test('without an account it names what to do', () => {
    expect(() => postingFor(request, 'N-100', view(requested), [INVOICE_HERE])).toThrow(NoAccount);
    expect(() => postingFor(request, 'N-100', view(requested), [INVOICE_HERE])).toThrow(
      /customer 12 has no MEMO account code.*assign one/,
    );
  });
});
