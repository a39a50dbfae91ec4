/** A step of the plain tables' schema: run once, in order, never changed after it has landed. */
export type Migration = { name: string; sql: string };
