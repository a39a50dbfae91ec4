import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { input, saved, showTable, shown } from './testing/made-table.tsx';

describe('Pages (product: Stone table)', () => {
  it('have 15 rows by default', () => {
    showTable(40);
    expect(shown()).toHaveLength(15);
    expect(screen.getByText('15 of 40')).toBeVisible();
  });
  it('a page number can be typed, from 1', async () => {
    const user = showTable(40);
    await user.type(input('Page number'), '3{Enter}');
    expect(shown()).toHaveLength(10);
    await user.clear(input('Page number'));
    await user.type(input('Page number'), '99{Enter}');
    expect(input('Page number')).toHaveValue('3');
  });
  it('a page size can be typed', async () => {
    const user = showTable(40);
    await user.type(input('Page size'), '25{Enter}');
    expect(shown()).toHaveLength(25);
  });
  it.each(['many', '0', '-3', '2.5'])(
    '%s is no number of rows or pages, and changes nothing',
    async (typed) => {
      const user = showTable(80, { pageSize: 20 });
      await user.clear(input('Page size'));
      await user.type(input('Page size'), `${typed}{Enter}`);
      expect(shown()).toHaveLength(20);
      expect(input('Page size')).toHaveValue('20');
      await user.type(input('Page number'), '3{Enter}');
      await user.clear(input('Page number'));
      await user.type(input('Page number'), `${typed}{Enter}`);
      expect(input('Page number')).toHaveValue('3');
    },
  );
});

describe('Pages that fit (product: Stone table)', () => {
  /** What a browser tells of the table's room; jsdom lays nothing out. */
  const inRoom = (height: number): void => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = (): void => {};
        disconnect = (): void => {};
      },
    );
  };
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const fit = (): HTMLElement => screen.getByRole('button', { name: 'Fit' });
  const lastSaved = (): unknown => saved.mock.lastCall?.[0].pageSize;

  it('have as many rows as there is room for, and are remembered', async () => {
    inRoom(40 + 39 * 22 + 20);
    const user = showTable(100);
    expect(shown()).toHaveLength(15);
    expect(fit()).toHaveAttribute('aria-pressed', 'false');
    await user.click(fit());
    expect(shown()).toHaveLength(22);
    expect(input('Page size')).toHaveValue('22');
    expect(fit()).toHaveAttribute('aria-pressed', 'true');
    expect(lastSaved()).toBe('fit');
  });
  it('come back as they were saved; Fit again, or a typed size, ends it', async () => {
    inRoom(40 + 39 * 30);
    const user = showTable(100, { pageSize: 'fit' });
    expect(shown()).toHaveLength(30);
    await user.click(fit());
    expect(shown()).toHaveLength(15);
    await user.click(fit());
    await user.type(input('Page size'), '25{Enter}');
    expect(shown()).toHaveLength(25);
    expect(lastSaved()).toBe(25);
    expect(fit()).toHaveAttribute('aria-pressed', 'false');
  });
  it('have lower rows counted as such, and one row at least', () => {
    inRoom(40 + 30 * 20);
    showTable(100, { pageSize: 'fit', density: 'compact' });
    expect(shown()).toHaveLength(20);
    cleanup();
    inRoom(50);
    showTable(100, { pageSize: 'fit' });
    expect(shown()).toHaveLength(1);
  });
  it('stay at the rows that were in sight', async () => {
    inRoom(40 + 39 * 30);
    const user = showTable(100);
    await user.type(input('Page number'), '3{Enter}');
    const [first] = shown();
    await user.click(fit());
    expect(shown()).toContain(first);
  });
});
