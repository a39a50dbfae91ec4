import { z } from 'zod';

/** What a column of whole numbers takes. */
export const MAX_INTEGER = 2_147_483_647;

/** The number of a customer, or of any other row, as callers write it: a larger one is refused, as no row has it. */
export const rowNumberSchema = z.int().positive().max(MAX_INTEGER);

/** The same as a part of an address or of a query. */
export const writtenRowNumber = z.coerce.number().int().positive().max(MAX_INTEGER);

/** The number of a row as a part of an address. */
export const rowParams = z.object({ id: writtenRowNumber });
