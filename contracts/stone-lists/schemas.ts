import { z } from 'zod';

const bound = z.number().nullable();
const day = z.iso.date().nullable();

/** One column's filter, plain JSON: it is saved per table, kept in saved searches, and can be shared. */
const filterSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('range'), min: bound, max: bound }),
  z.object({ kind: z.literal('choice'), values: z.array(z.string()).readonly() }),
  z.object({ kind: z.literal('days'), from: day, to: day }),
]);
export type Filter = z.infer<typeof filterSchema>;

/** By column id. */
export const filtersSchema = z.record(z.string(), filterSchema).readonly();
export type Filters = z.infer<typeof filtersSchema>;

/** By which column a list is sorted. */
export const sortSchema = z.object({ column: z.string(), descending: z.boolean() });
export type Sort = z.infer<typeof sortSchema>;
