import { describe, expect, it } from 'vitest';
import {
  editOfList,
  LIST_FACTS,
  LIST_NAMES,
  programEntries,
  type AttributeListName,
} from './attribute-lists.ts';

/** A list as it comes with the program, with these of its entries called otherwise. */
const edit = (list: AttributeListName, changes: Record<string, object> = {}) => ({
  entries: programEntries(list).map((own) => ({ ...own, ...changes[own.value] })),
});
/** What is wrong with an edit, by field. */
const problems = (list: AttributeListName, changes: unknown) =>
  Object.fromEntries(
    (editOfList(list).safeParse(changes).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('What the entries of an attribute list may be called', () => {
  it.each(LIST_NAMES)('%s may be called what the program calls them', (list) => {
    expect(problems(list, edit(list))).toEqual({});
    const lowered = programEntries(list).flatMap((own) => {
      const names = [own.value, ...LIST_FACTS[list].words.map((field) => own[field] ?? '')];
      return [...new Set(names.map((name) => `${own.gradeSet ?? ''} ${name.toLowerCase()}`))];
    });
    expect(new Set(lowered).size).toBe(lowered.length);
  });

  it('anything of 1 to 40 characters on one line', () => {
    for (const description of ['B', 'Brillant rond 圆形', 'x'.repeat(40), '\u{1F48E}'.repeat(40)])
      expect(problems('shapes', edit('shapes', { RD: { description } }))).toEqual({});
    expect(problems('tiers', edit('tiers', { Reserve: { description: 'x'.repeat(200) } }))).toEqual({});
  });

  it.each([
    ['', 'Give a name.'],
    [' Round', 'Leave out the spaces before and after it.'],
    ['Round\u00a0', 'Leave out the spaces before and after it.'],
    ['x'.repeat(41), 'Use at most 40 characters.'],
    ['Ro\nund', 'Use one line of text.'],
  ])('%j is refused at its field', (description, message) => {
    expect(problems('shapes', edit('shapes', { RD: { description } }))).toEqual({
      'entries.0.description': message,
    });
    expect(problems('shapes', edit('shapes', { OV: { blDescription: description } }))).toEqual({
      'entries.1.blDescription': message,
    });
  });

  it('no two entries by one name, in any of their words, whatever the case; one entry twice', () => {
    const taken = { 'entries.0.description': 'OV is known by this name.' };
    for (const description of ['Oval', 'OVAL', 'oval brilliant', 'OV'])
      expect(problems('shapes', edit('shapes', { RD: { description } }))).toEqual(taken);
    expect(problems('shapes', edit('shapes', { RD: { description: 'Round Brilliant' } }))).toEqual({});
  });

  it('two may change names with each other', () => {
    const swapped = { Pink: { description: 'Rose' }, Red: { description: 'Ruby' } };
    expect(problems('fancyColours', edit('fancyColours', swapped))).toEqual({});
    const both = { RD: { description: 'Gem' }, OV: { description: 'gem' } };
    expect(problems('shapes', edit('shapes', both))).toEqual({
      'entries.0.description': 'OV is known by this name.',
      'entries.1.description': 'RD is known by this name.',
    });
  });

  it('a word that is left out is the program’s, and counts', () => {
    const [round, ...others] = edit('shapes').entries;
    expect(problems('shapes', { entries: [{ value: 'RD' }, ...others] })).toEqual({});
    expect(
      problems('shapes', { entries: [round, { value: 'OV', description: 'Emerald' }, ...others.slice(1)] }),
    ).toEqual({ 'entries.1.description': 'EM is known by this name.' });
  });
});

describe('Codes and their order are built in', () => {
  it('another code, place or set is refused by name', () => {
    const [first, second, ...others] = edit('shapes').entries;
    expect(Object.keys(problems('shapes', { entries: [second, first, ...others] }))).toEqual([
      'entries.0.value',
      'entries.0.order',
      'entries.1.value',
      'entries.1.order',
    ]);
    expect(problems('colours', edit('colours', { D: { order: 9 }, E: { isFancy: true } }))).toEqual({
      'entries.0.order': 'Codes and their order are built in: here it is 1.',
      'entries.1.isFancy': 'Codes and their order are built in: here it is false.',
    });
  });

  it('entries are neither added nor left out', () => {
    const { entries } = edit('fancyColours');
    const message = 'Give all 12 entries, in their order: entries are built in.';
    for (const given of [[], entries.slice(1), [...entries, { value: 'Teal' }]])
      expect(problems('fancyColours', { entries: given })).toEqual({ entries: message });
  });

  it('clarities and grades have no words', () => {
    expect(problems('clarities', edit('clarities', { FL: { description: 'Flawless' } }))).toEqual({
      'entries.0.description': 'Entries of this list have no name besides their code.',
    });
    expect(problems('colours', edit('colours', { D: { blDescription: 'D' } }))).toEqual({
      'entries.0.blDescription': 'Entries of this list have no name besides their code.',
    });
  });
});
