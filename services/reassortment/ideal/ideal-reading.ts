import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';

/** A cell that refuses a file; `message` reads on after it: '"X9" is no colour'. The sheet of a CSV file has no name. */
export type CellFault = { sheet: string; cell: string; message: string };

/** A column that was left aside, by its letter, and why. */
export type IgnoredColumn = { sheet: string; column: string; reason: string };

/** What an ideal comes to (rule: Crosstab; rule: Flat file). */
export type IdealReading = { templateString: string; bins: IdealBin[]; ignored: IgnoredColumn[] };

/** A bin and the cell that says so. */
export type ReadBin = { bin: IdealBin; sheet: string; cell: string };

/** What a part of a file comes to: its bins count only when nothing in the whole file is faulty. */
export type PartReading = { bins: ReadBin[]; faults: CellFault[]; ignored: IgnoredColumn[] };

/** A customer's store, as `StoresSet` has it. */
export type NamedStore = { storeId: string; storeName: string };
