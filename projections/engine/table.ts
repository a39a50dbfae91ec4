import type { ColumnType } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';

/** A column of a read model: its type in Postgres, what a query reads from it and what a projector may write. */
export type Column<Read = unknown, Written = unknown> = {
  readonly type: string;
  readonly nullable: boolean;
  /** Another order of texts than the database's own. */
  readonly collation?: string;
  /** For the compiler alone: no value is ever here. */
  readonly values?: { readonly read: Read; readonly written: Written };
};

/**
 * A read model's table, declared once: its DDL, its upserts and the type that Kysely knows it by all follow from it.
 * It is published as the view `read.<name>`; names are shared by all projections, so they must differ.
 */
export type Table<Name extends string = string, Columns = Readonly<Record<string, Column>>> = {
  readonly name: Name;
  readonly columns: Columns;
  readonly key: readonly string[];
  /** What `load` and `save` look rows up by beside the key, each as it follows `create index on <table>`. */
  readonly indexes: readonly string[];
  /**
   * What only questions look rows up by. These are made when a new build has caught up: over rows that are there an
   * index costs a fraction of what it costs to grow row by row.
   */
  readonly questionIndexes: readonly string[];
};

/** Declares a table; indexes may be left out. */
export function readTable<const Name extends string, Columns extends Readonly<Record<string, Column>>>(
  name: Name,
  declared: { columns: Columns; key: readonly (keyof Columns & string)[] } & Partial<
    Pick<Table, 'indexes' | 'questionIndexes'>
  >,
): Table<Name, Columns> {
  return { name, indexes: [], questionIndexes: [], ...declared };
}

/** A column of any type of Postgres that the driver reads as `Read`; null and undefined are refused. */
export const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({
  type,
  nullable: false,
});

/** The same column where null may stand. */
export const nullable = <Read, Written>(
  given: Column<Read, Written>,
): Column<Read | null, Written | null | undefined> => ({
  type: given.type,
  nullable: true,
  ...(given.collation !== undefined && { collation: given.collation }),
});

export const text = <Value extends string = string>() => column<Value>('text');
export const int = () => column<number>('int');
/** Cents and log positions: below 2^53. */
export const bigint = () => column<number, number | string>('bigint');
export const boolean = () => column<boolean>('boolean');
/** A day of the house. */
export const date = () => column<HouseDay>('date');
export const timestamptz = () => column<Date, Date | string>('timestamptz');
export const textArray = () => column<string[], readonly string[]>('text[]');
/** Written and read whole, and rarely searched: json costs less than jsonb there. */
export const json = <Value>() => column<Value>('json');

type Values<Of> = Of extends Column<infer Read, infer Written> ? { read: Read; written: Written } : never;

/** A row as it is read. */
export type ReadRow<Of extends Table> = {
  -readonly [Name in keyof Of['columns']]: Values<Of['columns'][Name]>['read'];
};

/** A row as it is written: a column that may be null may be left out. */
export type WrittenRow<Of extends Table> = {
  readonly [
    Name in keyof Of['columns'] as null extends Values<Of['columns'][Name]>['written'] ? never : Name
  ]: Values<Of['columns'][Name]>['written'];
} & {
  readonly [
    Name in keyof Of['columns'] as null extends Values<Of['columns'][Name]>['written'] ? Name : never
  ]?: Values<Of['columns'][Name]>['written'];
};

/** What Kysely knows of these tables: `db.withTables<ReadTables<typeof parcelTable>>()`. Questions write nothing. */
export type ReadTables<Of extends Table> = {
  [One in Of as `read.${One['name']}`]: {
    [Name in keyof One['columns']]: ColumnType<Values<One['columns'][Name]>['read'], never, never>;
  };
};

export const quoted = (name: string): string => `"${name}"`;

/** The statements that create the table under this qualified name, with the indexes that `load` and `save` use. */
export function createTable(table: Table, qualified: string): readonly string[] {
  const columns = Object.entries(table.columns).map(
    ([name, { type, nullable, collation }]) =>
      `${quoted(name)} ${type}${collation === undefined ? '' : ` collate ${quoted(collation)}`}${nullable ? '' : ' not null'}`,
  );
  const key = `primary key (${table.key.map(quoted).join(', ')})`;
  return [
    `create table ${qualified} (${[...columns, key].join(', ')})`,
    ...createIndexes(table.indexes, qualified),
  ];
}

/** The statements that create these indexes on the table of this qualified name. */
export function createIndexes(indexes: readonly string[], qualified: string): readonly string[] {
  return indexes.map((index) => `create index on ${qualified} ${index}`);
}
