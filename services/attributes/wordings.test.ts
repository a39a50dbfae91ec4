import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editOfList,
  LIST_FACTS,
  LIST_NAMES,
  programEntries,
  type AttributeListName,
} from '#contracts/api/attribute-lists.ts';
import { attributesReply } from '#contracts/api/attributes.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { changedWords, listResource, listsInWords, ownWords, type Wording } from './wordings.ts';

const worded = LIST_NAMES.filter((list) => LIST_FACTS[list].words.length > 0);
const wording = (version: number, words: Wording['words']): Wording => ({
  version,
  words,
  changedBy: `editor ${version}`,
  changedAt: `2026-11-20T10:00:0${version % 10}.000Z`,
});

/** Any edit that is good: each word left out, the program's, or one of its own. */
const goodEdit = fc.constantFrom(...worded).chain((list) => {
  const program = programEntries(list);
  const word = fc.oneof(
    fc.constant(undefined),
    fc.constant('program' as const),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  );
  return fc
    .array(fc.record({ description: word, blDescription: word }), {
      minLength: program.length,
      maxLength: program.length,
    })
    .map((rows) => ({
      list,
      edit: {
        entries: program.map((own, place) => ({
          value: own.value,
          ...Object.fromEntries(
            LIST_FACTS[list].words.flatMap((field) => {
              const given = rows[place]![field];
              return given === undefined ? [] : [[field, given === 'program' ? own[field] : given]];
            }),
          ),
        })),
      },
    }))
    .filter(({ list: name, edit }) => editOfList(name).safeParse(edit).success);
});

describe('A list in words', () => {
  it('has the names of a valid edit, the program’s where it gives none, and nothing else of any list changes', () => {
    fc.assert(
      fc.property(goodEdit, ({ list, edit }) => {
        const now = listsInWords(new Map([[list, [wording(1, ownWords(list, edit))]]]));
        attributesReply.parse(now);
        const inForce = programEntries(list, now);
        for (const [place, own] of programEntries(list).entries())
          expect(inForce[place]).toEqual({ ...own, ...edit.entries[place] });
        expect({ ...now, [list]: null }).toEqual({ ...PROGRAM_LISTS, [list]: null });
        // What stands is a good edit itself, and changes nothing.
        const again = {
          entries: listResource(list, new Map([[list, [wording(1, ownWords(list, edit))]]])).entries,
        };
        expect(editOfList(list).safeParse(again).success).toBe(true);
        expect(ownWords(list, again)).toEqual(ownWords(list, edit));
      }),
    );
  });

  it('without an edit is the program’s, and the program’s own lists are never touched', () => {
    const before = structuredClone(PROGRAM_LISTS);
    expect(listsInWords(new Map())).toEqual(PROGRAM_LISTS);
    listsInWords(new Map([['shapes', [wording(1, { RD: { description: 'Brilliant' } })]]]));
    expect(PROGRAM_LISTS).toEqual(before);
  });

  it('forgets words of entries that the program has no more', () => {
    const words = { GONE: { description: 'Old mine' } };
    expect(listsInWords(new Map([['shapes', [wording(1, words)]]]))).toEqual(PROGRAM_LISTS);
    expect(listResource('shapes', new Map([['shapes', [wording(1, words)]]]))).toMatchObject({ ownWords: 0 });
  });
});

describe('Who changed what', () => {
  const history = (list: AttributeListName, newestFirst: readonly Wording[]) =>
    listResource(list, new Map([[list, newestFirst]])).changes;

  it('is each word that differs from the version before', () => {
    const versions = [
      wording(3, {}),
      wording(2, { RD: { description: 'Circle' }, OV: { blDescription: 'Egg' } }),
      wording(1, { RD: { description: 'Circle' } }),
    ];
    expect(
      history('shapes', versions).map(({ by, words }) => [
        by,
        words.map(({ value, to }) => `${value} ${to}`),
      ]),
    ).toEqual([
      ['editor 3', ['RD Round', 'OV Oval Brilliant']],
      ['editor 2', ['OV Egg']],
      ['editor 1', ['RD Circle']],
    ]);
  });

  it('of many versions leaves the oldest out, as its predecessor is unknown', () => {
    const versions = [wording(9, { RD: { description: 'B' } }), wording(8, { RD: { description: 'A' } })];
    expect(history('shapes', versions).map(({ by }) => by)).toEqual(['editor 9']);
    expect(changedWords('shapes', versions[1]!.words, versions[0]!.words)).toEqual([
      { value: 'RD', field: 'description', from: 'A', to: 'B' },
    ]);
  });
});
