import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfiguration } from '../configuration.ts';
import { dayOf, formatMoment, formatTimeOfToday, houseZoneName, today } from './moments.ts';

describe("Moments are the house's, in a browser of another zone (rule: House day)", () => {
  afterEach(() => void vi.useRealTimers());

  it('the browser is far from the house', () =>
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Asia/Tokyo'));
  it("an instant reads 'MMM D, YYYY h:mm A'", () =>
    expect(formatMoment('2026-11-03T14:05:00.000Z')).toBe('Nov 3, 2026 9:05 AM'));
  it('a typed time of the house stays', () =>
    expect(formatMoment('2026-11-03T09:05')).toBe('Nov 3, 2026 9:05 AM'));
  it('shortly before midnight it is still that day', () => {
    expect(formatMoment('2026-11-04T04:59:59.999Z')).toBe('Nov 3, 2026 11:59 PM');
    expect([dayOf('2026-11-04T04:59:59.999Z'), dayOf('2026-11-04T05:00:00.000Z')]).toEqual([
      '2026-11-03',
      '2026-11-04',
    ]);
  });
  it('a document’s bare day reads as it does in the lists', () =>
    expect(formatMoment('2026-11-03')).toBe('2026-11-03'));
  it('a time of today has its time of day alone, another its day too', () => {
    vi.useFakeTimers({ now: new Date('2026-11-04T02:00:00.000Z') });
    expect(formatTimeOfToday('2026-11-03T14:05:00.000Z')).toBe('9:05 AM');
    expect(formatTimeOfToday('2026-11-02T14:05:00.000Z')).toBe('Nov 2, 2026 9:05 AM');
  });
  it("today is the house's", () => {
    vi.useFakeTimers({ now: new Date('2026-11-04T02:00:00.000Z') });
    expect(today()).toBe('2026-11-03');
  });
  it('its zone has a name', () => expect(houseZoneName()).toBe('Eastern Time (America/New_York)'));
  it('another house has another zone', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ timeZone: 'Europe/Berlin' }));
    await loadConfiguration();
    expect(formatMoment('2026-11-03T14:05:00.000Z')).toBe('Nov 3, 2026 3:05 PM');
    expect(houseZoneName()).toBe('Central European Time (Europe/Berlin)');
  });
});
