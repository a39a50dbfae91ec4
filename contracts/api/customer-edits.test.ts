import { expect, test } from 'vitest';
import { customerEdit, deleteAccountCodesRequest, updateAccountCodesRequest } from './customer-edits.ts';

const accountCode = '10-02-4074';

test('an account is of the product’s own instance and for memos unless the call says otherwise', () => {
  expect(customerEdit.parse({ accountCodes: [{ accountCode }] }).accountCodes).toEqual([
    { dxInstance: 'VITRINE', accountCode, docType: 'MEMO' },
  ]);
  expect(updateAccountCodesRequest.parse([{ accountCode, customerId: 7 }])).toEqual([
    { dxInstance: 'VITRINE', accountCode, docType: ['MEMO'], customerId: 7 },
  ]);
  expect(deleteAccountCodesRequest.parse([{ accountCode, dxInstance: 'MUMBAI' }, { accountCode }])).toEqual([
    { dxInstance: 'MUMBAI', accountCode },
    { dxInstance: 'VITRINE', accountCode },
  ]);
});
