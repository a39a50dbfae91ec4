/** A MEMO of one parcel as the trading system sends it, of 2 March 2026 and $9,800.00. */
export const memoDocument = (docNo: string, accountCode: string, parcelName: string) => ({
  docType: 'MEMO' as const,
  docNo,
  line: 1,
  version: 1,
  accountCode,
  parcelName,
  date: '2026-03-02',
  amount: 9800,
});
