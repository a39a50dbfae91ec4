import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HouseDayInput, HouseTimeField, isHouseTime } from './date-fields.tsx';

describe('A typed date-time (product: Undo and back-date)', () => {
  it('is valid when its day exists', () => expect(isHouseTime('2026-11-03T09:30')).toBe(true));
  it.each(['', '2026-11', '2026-11-03', '2026-02-31T10:00', '2026-11-03T', 'tomorrow', '03T10:00'])(
    '%o is not valid',
    (text) => expect(isHouseTime(text)).toBe(false),
  );
  it('goes on as it was typed, whatever the time zone of the reader', () => {
    const typed: string[] = [];
    render(<HouseTimeField label="New date" value="" onChange={(text) => typed.push(text)} />);
    fireEvent.change(screen.getByLabelText('New date'), { target: { value: '2026-11-03T09:30' } });
    expect(typed).toEqual(['2026-11-03T09:30']);
    expect(screen.getByLabelText('New date')).toHaveAccessibleDescription(
      "In the house's time zone: Eastern Time (America/New_York).",
    );
  });
});

describe('A day of the house', () => {
  it('goes on as it was typed; emptied, it is none', () => {
    const typed: (string | undefined)[] = [];
    render(<HouseDayInput aria-label="From" value="2026-11-03" onChange={(day) => typed.push(day)} />);
    const input = screen.getByLabelText('From');
    fireEvent.change(input, { target: { value: '2026-11-04' } });
    fireEvent.change(input, { target: { value: '' } });
    expect(typed).toEqual(['2026-11-04', undefined]);
  });
});
