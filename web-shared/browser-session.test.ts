import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contracts/api/session.ts';
import { forgetNotedSession, noteSession, onSessionElsewhere, rightsOf } from './browser-session.ts';

const SESSION = 'vitrine:session';
const ANN: User = {
  username: 'ann',
  administrator: true,
  salesRep: false,
  firstName: 'Ann',
  lastName: 'Adams',
  email: 'ann@example.com',
  customerId: null,
  active: true,
  showPrices: 'WHOLESALE',
  mustChangePassword: false,
};
/** As a page of an earlier release writes it: in fewer fields. */
const earlier = (username: string): string =>
  JSON.stringify([username, true, false, null, 'WHOLESALE', null]);
const write = vi.spyOn(Storage.prototype, 'setItem');
const elsewhere = (newValue: string): void => {
  localStorage.setItem(SESSION, newValue);
  write.mockClear();
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION, newValue }));
};

describe('Whose session the browser has', () => {
  beforeEach(() => {
    localStorage.clear();
    noteSession(ANN);
    write.mockClear();
  });

  it('is not written again over the words of another release for the same user', () => {
    const stop = onSessionElsewhere(() => noteSession(ANN));
    elsewhere(earlier('ann'));
    stop();
    expect(write).not.toHaveBeenCalled();
  });

  it('is written again over other rights of the same user, which a window of this release had read before', () => {
    const stop = onSessionElsewhere(() => noteSession(ANN));
    elsewhere(rightsOf({ ...ANN, showPrices: 'RETAIL' }));
    stop();
    expect(write).toHaveBeenCalledOnce();
  });

  it('is written again over another user', () => {
    const stop = onSessionElsewhere(() => noteSession(ANN));
    elsewhere(earlier('bob'));
    stop();
    expect(write).toHaveBeenCalledOnce();
  });

  it('is written again after Log Out, and when the rights are others', () => {
    forgetNotedSession();
    noteSession(ANN);
    noteSession({ ...ANN, mustChangePassword: true });
    expect(write).toHaveBeenCalledTimes(2);
  });
});
