import { z } from 'zod';
import { filtersSchema, sortSchema } from '../stone-lists/schemas.ts';
import { lineSchema } from '../vocabulary/schemas.ts';

/** The most that a user has for each customer. */
export const MOST_SAVED_SEARCHES = 50;
const MOST_FILTERS = 60;

/** POST and PUT /searches/:id: a list with its filters and order, under a name (rule: Saved searches). */
export const savedSearchEdit = z
  .object({
    name: z.string().trim().min(1, 'Give it a name.').max(80, 'Use at most 80 characters.'),
    kind: z.enum(['customer', 'available', 'cart', 'past'], 'Choose a list.'),
    line: lineSchema,
    filters: filtersSchema
      .refine(
        (filters) => Object.keys(filters).length <= MOST_FILTERS,
        `Use at most ${MOST_FILTERS} filters.`,
      )
      .refine((filters) => JSON.stringify(filters).length <= 20_000, 'These filters are too long to keep.'),
    sort: sortSchema.nullable(),
    /** New matches are mailed. */
    mails: z.boolean(),
  })
  .refine(({ kind, mails }) => kind === 'available' || !mails, {
    path: ['mails'],
    message: 'Only searches of what is available have new matches to mail.',
  });
export type SavedSearchEdit = z.infer<typeof savedSearchEdit>;

export const savedSearch = savedSearchEdit.safeExtend({
  id: z.uuid(),
  /** Parcels that came to match since it was last opened; always 0 for lists of one's own. */
  newMatches: z.int(),
});
export type SavedSearch = z.infer<typeof savedSearch>;
/** GET /searches: by name. */
export const savedSearchesReply = z.array(savedSearch);
