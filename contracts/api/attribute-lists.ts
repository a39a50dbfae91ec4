import { z } from 'zod';
import { PROGRAM_LISTS } from '../vocabulary/attribute-lists.ts';
import type { AttributeLists } from './attributes.ts';

/** A list's name is its own in POST /attributes/all. */
export type AttributeListName = keyof AttributeLists;

/** What an entry is called: the fields that may be in the house's own words. */
const WORD_FIELDS = ['description', 'blDescription'] as const;
export type WordField = (typeof WORD_FIELDS)[number];

type ListFacts = { title: string; words: readonly WordField[]; longest: number };

const called = (title: string, longest = 40): ListFacts => ({ title, words: ['description'], longest });

/** What the lists are called, and which words of their entries the house may choose, with at most so many characters. */
export const LIST_FACTS: Readonly<Record<AttributeListName, ListFacts>> = {
  shapes: { title: 'Shapes', words: WORD_FIELDS, longest: 40 },
  colours: called('Colours'),
  clarities: { title: 'Clarities', words: [], longest: 0 },
  fluorescences: called('Fluorescences'),
  grades: { title: 'Cut, Polish, Symmetry', words: [], longest: 0 },
  fancyColours: called('Fancy Colours'),
  fancyOvertones: called('Fancy Overtones'),
  fancyIntensities: called('Fancy Intensities'),
  tiers: called('Tiers', 200),
};
export const LIST_NAMES = Object.keys(LIST_FACTS) as AttributeListName[];

/** An entry as the program has it: its code or word, its place, and what it is called there. */
export type ProgramEntry = {
  value: string;
  order: number;
  isFancy?: boolean;
  gradeSet?: string;
} & Partial<Record<WordField, string>>;

/** A list's entries as they come with the program, in their order. */
export function programEntries(
  list: AttributeListName,
  lists: AttributeLists = PROGRAM_LISTS,
): ProgramEntry[] {
  switch (list) {
    case 'shapes':
      return lists.shapes.map(({ shapeCode, ...words }, place) => ({
        value: shapeCode,
        order: place + 1,
        ...words,
      }));
    case 'colours':
      return lists.colours.map(({ colour, ...rest }) => ({ value: colour, ...rest }));
    case 'clarities':
      return lists.clarities.map(({ clarity, ...rest }) => ({ value: clarity, ...rest }));
    case 'fluorescences':
      return lists.fluorescences.map(({ fluorescence, ...rest }) => ({ value: fluorescence, ...rest }));
    case 'grades':
      return lists.grades.map(({ grade, ...rest }) => ({ value: grade, ...rest }));
    default:
      return lists[list].map((row, place) => ({ ...row, order: place + 1 }));
  }
}

const words = { description: z.string().optional(), blDescription: z.string().optional() };

const entry = z.object({
  /** The code, or the word, that stones carry. */
  value: z.string(),
  /** Counts from the best, 1 first. */
  order: z.number(),
  isFancy: z.boolean().optional(),
  gradeSet: z.string().optional(),
  ...words,
  /** Its name where the house gives none. */
  program: z.object(words),
});
export type AttributeEntry = z.infer<typeof entry>;

/** A row of GET /api/attribute-lists. */
export const attributeListResource = z.object({
  id: z.enum(LIST_NAMES),
  title: z.string(),
  entries: z.array(entry),
  /** How many of its words are the house's own. */
  ownWords: z.number(),
  /** Changes with every change of the list: what `If-Match` takes. */
  version: z.string(),
  /** Who changed what, the newest first. */
  changes: z.array(
    z.object({
      by: z.string(),
      at: z.string(),
      words: z.array(z.object({ value: z.string(), field: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
});
export type AttributeListResource = z.infer<typeof attributeListResource>;

/** PUT /api/attribute-lists/:id: every entry of the list, in its order. A word that is left out is the program's again. */
export const attributeListEdit = z.object({
  entries: z
    .array(
      z.object({
        value: z.string(),
        order: z.number().optional(),
        isFancy: z.boolean().optional(),
        gradeSet: z.string().optional(),
        ...words,
      }),
    )
    .max(200, 'At most 200 entries.'),
});
export type AttributeListEdit = z.infer<typeof attributeListEdit>;

/** What an edit of this list may contain; each error names its field. */
export function editOfList(list: AttributeListName): z.ZodType<AttributeListEdit> {
  return attributeListEdit.superRefine(({ entries }, context) => {
    for (const { path, message } of editProblems(list, entries))
      context.addIssue({ code: 'custom', path: ['entries', ...path], message });
  });
}

type EditProblem = { path: (string | number)[]; message: string };

function* editProblems(
  list: AttributeListName,
  entries: AttributeListEdit['entries'],
): Generator<EditProblem> {
  const program = programEntries(list);
  const { words: fields, longest } = LIST_FACTS[list];
  if (entries.length !== program.length) {
    const message = `Give all ${program.length} entries, in their order: entries are built in.`;
    yield { path: [], message };
    return;
  }
  const names = program.map((own, place) => namesOf(fields, own, entries[place]));
  for (const [place, given] of entries.entries()) {
    const own = program[place]!;
    for (const field of ['value', 'order', 'isFancy', 'gradeSet'] as const) {
      if (given[field] === undefined || given[field] === own[field]) continue;
      const message = `Codes and their order are built in: here it is ${String(own[field] ?? 'nothing')}.`;
      yield { path: [place, field], message };
    }
    for (const field of WORD_FIELDS) {
      const word = given[field];
      if (word === undefined || word === own[field]) continue;
      const message = fields.includes(field)
        ? (wordProblem(word, longest) ?? takenBy(program, names, word, place))
        : 'Entries of this list have no name besides their code.';
      if (message !== null) yield { path: [place, field], message };
    }
  }
}

function wordProblem(word: string, longest: number): string | null {
  if (word === '') return 'Give a name.';
  if (word !== word.trim()) return 'Leave out the spaces before and after it.';
  // Characters as people count them.
  if ([...word].length > longest) return `Use at most ${longest} characters.`;
  return /\p{Cc}/u.test(word) ? 'Use one line of text.' : null;
}

const inSmall = (text: string): string => text.toLowerCase();

/** All that an entry would be known by: its code, and what it would be called. */
const namesOf = (
  fields: readonly WordField[],
  own: ProgramEntry,
  given: AttributeListEdit['entries'][number] | undefined,
): string[] => [own.value, ...fields.map((field) => given?.[field] ?? own[field] ?? '')].map(inSmall);

/** Two entries with one name would be ambiguous in a filter; the two words of one entry may be the same. */
function takenBy(
  program: readonly ProgramEntry[],
  names: readonly (readonly string[])[],
  word: string,
  place: number,
): string | null {
  const other = names.findIndex((known, at) => at !== place && known.includes(inSmall(word)));
  return other < 0 ? null : `${program[other]!.value} is known by this name.`;
}
