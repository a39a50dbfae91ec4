export * from './bill-line.ts';
export * from './bill.ts';
export * from './settlement-words.ts';
