export * from './bill-line.ts';
export * from './bill.ts';
export * from './months.ts';
export * from './wire.ts';
