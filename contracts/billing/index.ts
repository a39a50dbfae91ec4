export * from './bill-line.ts';
export * from './bill.ts';
