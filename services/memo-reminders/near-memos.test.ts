import { expect, it } from 'vitest';
import { nearMemos, reminderMail } from './near-memos.ts';

const memo = (parcelName: string, dueDate: string) => ({
  parcelName,
  certificate: 'GIA 1234567890',
  memoDate: '2026-03-01',
  dueDate,
});
const memos = [
  memo('FAR', '2026-05-07'),
  memo('NEAR', '2026-05-06'),
  memo('TODAY', '2026-05-01'),
  memo('OVER', '2026-04-30'),
];

it('a reminder is of what is due within the days before, and of what is overdue, the most urgent first', () => {
  const names = (daysBefore: number) =>
    nearMemos(memos, daysBefore, '2026-05-01').map(({ parcelName, overdue }) => [parcelName, overdue]);
  expect(names(5)).toEqual([
    ['OVER', true],
    ['TODAY', false],
    ['NEAR', false],
  ]);
  expect(names(0)).toEqual([
    ['OVER', true],
    ['TODAY', false],
  ]);
});

it('the mail says since when, when and how far, and no price', () => {
  const { subject, text } = reminderMail(
    nearMemos(memos, 0, '2026-05-01'),
    'Alder',
    'https://vitrine.example/',
  );
  expect(subject).toBe('2 memos of Alder due back, 1 overdue');
  expect(text).toContain('OVER, GIA 1234567890 · on memo since 2026-03-01 · due 2026-04-30 (1 over)');
  expect(text).toContain('TODAY, GIA 1234567890 · on memo since 2026-03-01 · due 2026-05-01 (due today)');
  expect(text).not.toContain('$');
});

it('the mail lists so many memos, the most urgent, and says how many more there are', () => {
  const many = Array.from({ length: 3_000 }, (_, nth) => memo(`STONE-${nth}`, '2026-05-01'));
  const { subject, text } = reminderMail(
    nearMemos(many, 0, '2026-05-01'),
    'Alder',
    'https://vitrine.example/',
  );
  expect(subject).toBe('3,000 memos of Alder due back');
  expect(text.split('\n').filter((line) => line.startsWith('STONE-'))).toHaveLength(500);
  expect(text).toContain('and 2,500 more');
  expect(text.length).toBeLessThan(200_000);
});
