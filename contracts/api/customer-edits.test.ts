import { expect, test } from 'vitest';
import { customerEdit, deleteAccountCodesRequest, updateAccountCodesRequest } from './customer-edits.ts';

const accountCode = '10-02-4074';

test('an account is of the product’s own instance and for memos unless the call says otherwise', () => {
  expect(customerEdit.parse({ accountCodes: [{ accountCode }] }).accountCodes).toEqual([
    { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'] },
  ]);
  expect(updateAccountCodesRequest.parse([{ accountCode, customerId: 7 }])).toEqual([
    { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'], customerId: 7 },
  ]);
  expect(deleteAccountCodesRequest.parse([{ accountCode, dxInstance: 'MUMBAI' }, { accountCode }])).toEqual([
    { dxInstance: 'MUMBAI', accountCode },
    { dxInstance: 'VITRINE', accountCode },
  ]);
});

test.each([
  [
    ['MEMO', 'INVOICE'],
    ['MEMO', 'INVOICE'],
  ],
  ['INVOICE, MEMO', ['INVOICE', 'MEMO']],
  ['MEMO', ['MEMO']],
])('document types given as %j are read by each call that takes them', (docType, read) => {
  const [edited] = customerEdit.parse({ accountCodes: [{ accountCode, docType }] }).accountCodes!;
  const [given] = updateAccountCodesRequest.parse([{ accountCode, docType, customerId: 7 }]);
  expect([edited!.docType, given!.docType]).toEqual([read, read]);
});

test.each([[''], ['MEMO,CREDIT'], [['CREDIT']], [[]], [7], [null]])(
  'document types given as %j are refused at their field',
  (docType) => {
    const refused = [
      customerEdit.safeParse({ accountCodes: [{ accountCode, docType }] }),
      updateAccountCodesRequest.safeParse([{ accountCode, docType, customerId: 7 }]),
    ].map(({ error }) => error!.issues.map(({ path, message }) => [path.join('.'), message]));
    const message = 'Choose MEMO, INVOICE or both.';
    expect(refused).toEqual([[['accountCodes.0.docType', message]], [['0.docType', message]]]);
  },
);
