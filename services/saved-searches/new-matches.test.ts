import { expect, it } from 'vitest';
import { afterLook, firstMatches, isMailDue, matchesMail } from './new-matches.ts';

const looked = (at: string[] | null, matching: string[]) => ({ at: at && new Set(at), matching });

it('what matches at the first look is not new', () =>
  expect(firstMatches(['A'])).toEqual({ matched: ['A'], fresh: [], unmailed: [] }));

it('what comes to match is new, until it is seen or matches no longer', () => {
  const more = afterLook(firstMatches(['A']), looked(['B', 'C'], ['B']), true);
  expect(more).toEqual({ matched: ['A', 'B'], fresh: ['B'], unmailed: ['B'] });
  // Looked at again, it is no newer than it was.
  expect(afterLook(more, looked(['B'], ['B']), true)).toEqual(more);
  expect(afterLook(more, looked(['B'], []), true)).toEqual({ matched: ['A'], fresh: [], unmailed: [] });
  expect(afterLook(more, looked(null, ['B', 'D']), true)).toEqual({
    matched: ['B', 'D'],
    fresh: ['B', 'D'],
    unmailed: ['B', 'D'],
  });
});

it('without mails nothing waits to be mailed', () =>
  expect(afterLook(firstMatches([]), looked(['B'], ['B']), false).unmailed).toEqual([]));

it('a mail comes an hour after the one before at the earliest', () => {
  const at = (time: string) => new Date(`2026-03-01T${time}:00.000Z`);
  const due = (mailedAt: Date | null, unmailed = ['A']) => isMailDue({ unmailed, mailedAt }, at('12:00'));
  expect([due(null), due(at('11:00')), due(at('11:01')), due(null, [])]).toEqual([true, true, false, false]);
});

it('the mail names twenty parcels, and no price', () => {
  const parcels = Array.from({ length: 25 }, (_, place) => ({
    parcelName: `P-${place}`,
    words: '1.00 ct Round',
  }));
  const search = { name: 'Rounds', kind: 'available', line: 'natural' };
  const { subject, text } = matchesMail(search, parcels, 25, 'https://vitrine.example');
  expect(subject).toBe('25 new matches: Rounds');
  expect(text).toContain('P-19 · 1.00 ct Round\nand 5 more');
  expect(text).toContain('https://vitrine.example/?page=available/natural');
  expect(text).not.toContain('$');
});
