import type { AttributeLists } from '#contracts/api/attributes.ts';
import {
  LIST_FACTS,
  LIST_NAMES,
  programEntries,
  type AttributeEntry,
  type AttributeListEdit,
  type AttributeListName,
  type AttributeListResource,
  type ProgramEntry,
  type WordField,
} from '#contracts/api/attribute-lists.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';

/**
 * The house's own words for entries of a list, by the code or word that stones carry; the program's words are not
 * repeated.
 */
export type Words = Readonly<Record<string, Readonly<Partial<Record<WordField, string | undefined>>>>>;

/** One version of a list's words, with the edit that made it and its author. */
export type Wording = { version: number; words: Words; changedBy: string; changedAt: string };

/** Each list's versions, the newest first; a list without edits has none. */
export type Wordings = ReadonlyMap<AttributeListName, readonly Wording[]>;

const newestWords = (wordings: Wordings, list: AttributeListName): Words =>
  wordings.get(list)?.[0]?.words ?? {};

/** The words of an entry: the house's, else the program's. */
function wordsOf(list: AttributeListName, words: Words, { value, ...own }: ProgramEntry) {
  const inForce: Partial<Record<WordField, string>> = {};
  for (const field of LIST_FACTS[list].words) {
    const word = words[value]?.[field] ?? own[field];
    if (word !== undefined) inForce[field] = word;
  }
  return inForce;
}

/** The attribute lists in the current words; codes, places and everything else are the program's. */
export function listsInWords(wordings: Wordings): AttributeLists {
  const lists = structuredClone(PROGRAM_LISTS);
  for (const list of LIST_NAMES) {
    const words = newestWords(wordings, list);
    for (const [place, own] of programEntries(list).entries())
      Object.assign(lists[list][place]!, wordsOf(list, words, own));
  }
  return lists;
}

/** The part of a valid edit that differs from the program's words. */
export function ownWords(list: AttributeListName, { entries }: AttributeListEdit): Words {
  const words: Record<string, Partial<Record<WordField, string>>> = {};
  for (const [place, own] of programEntries(list).entries()) {
    for (const field of LIST_FACTS[list].words) {
      const word = entries[place]?.[field];
      if (word !== undefined && word !== own[field])
        words[own.value] = { ...words[own.value], [field]: word };
    }
  }
  return words;
}

/** Each word that differs between two states of a list. */
export function changedWords(list: AttributeListName, before: Words, after: Words) {
  return programEntries(list).flatMap((own) => {
    const [from, to] = [wordsOf(list, before, own), wordsOf(list, after, own)];
    return LIST_FACTS[list].words.flatMap((field) =>
      from[field] === to[field]
        ? []
        : [{ value: own.value, field, from: from[field] ?? '', to: to[field] ?? '' }],
    );
  });
}

/** A list for administrators: its entries in the current words next to the program's, and who changed what. */
export function listResource(list: AttributeListName, wordings: Wordings): AttributeListResource {
  const versions = wordings.get(list) ?? [];
  const words = newestWords(wordings, list);
  const entries = programEntries(list).map((own): AttributeEntry => {
    const { value, order, isFancy, gradeSet, ...program } = own;
    return {
      value,
      order,
      program,
      ...(isFancy !== undefined && { isFancy }),
      ...(gradeSet !== undefined && { gradeSet }),
      ...wordsOf(list, words, own),
    };
  });
  // What the oldest of many edits changed is unknown without the one before it.
  const shown = versions.filter(({ version }, place) => version === 1 || place < versions.length - 1);
  return {
    id: list,
    title: LIST_FACTS[list].title,
    entries,
    ownWords: changedWords(list, {}, words).length,
    version: String(versions[0]?.version ?? 0),
    changes: shown.map(({ changedBy, changedAt, words: after }, place) => ({
      by: changedBy,
      at: changedAt,
      words: changedWords(list, versions[place + 1]?.words ?? {}, after),
    })),
  };
}
