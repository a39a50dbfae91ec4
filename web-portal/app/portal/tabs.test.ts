import { describe, expect, it } from 'vitest';
import {
  closeExtra,
  noteStone,
  openExtra,
  parseSavedTabs,
  showExtra,
  showMain,
  tabOfPage,
  tabOfStone,
  tabsFromLink,
  type ExtraTab,
  type Tabs,
} from './tabs.ts';

const start: Tabs = { main: 'cart/natural', extras: [], front: null };
const tab = (parcelName: string): ExtraTab => tabOfStone({ parcelName, line: 'natural' });
const opened = (...names: string[]): Tabs => names.reduce((tabs, name) => openExtra(tabs, tab(name)), start);
const keys = (tabs: Tabs): string[] => tabs.extras.map(({ key }) => key);

describe('Closable tabs (product: Stone tabs)', () => {
  it('Opening a stone adds its tab, keyed by parcelName, and selects it', () =>
    expect(opened('A')).toMatchObject({ front: 'A', extras: [{ key: 'A', kind: 'stone' }] }));
  it('Duplicate tabs are not added', () => {
    const tabs = openExtra(opened('A', 'B'), tab('A'));
    expect([keys(tabs), tabs.front]).toEqual([['A', 'B'], 'A']);
  });
  it('A tab that is headed by its name takes the number that is known later, and keeps one when it is opened again', () => {
    const named = { parcelName: 'A', line: 'natural' } as const;
    const numbered = openExtra(opened('A', 'B'), tabOfStone({ ...named, certNo: '2467110893' }));
    expect(numbered.extras[0]).toMatchObject({ header: '2467110893' });
    expect(noteStone(numbered, tabOfStone({ ...named, certNo: '2467110893' }))).toBe(numbered);
    expect(openExtra(numbered, tabOfStone({ ...named, certNo: '99' })).extras).toEqual(numbered.extras);
    expect(noteStone(numbered, tabOfStone({ ...named, parcelName: 'C' }))).toBe(numbered);
    expect(openExtra(numbered, tabOfStone(named)).extras).toEqual(numbered.extras);
  });
  it.each([
    [{ line: 'labGrown', certNo: '99' }, '99'],
    [{ line: 'natural', certNo: '2467110893', shortCertNo: '2467' }, '2467'],
    [{ line: 'natural' }, 'A'],
    [{ line: 'jewellery', certNo: '99' }, 'A'],
  ] as const)(
    'A tab that a link opened is of the stone %o once it is loaded, headed by %s',
    (stone, header) => {
      const linked = tabsFromLink(start, new URLSearchParams('parcel=A&cert=x'));
      expect(linked.extras).toMatchObject([{ line: null, header: 'x' }]);
      const known = tabOfStone({ parcelName: 'A', ...stone });
      expect(noteStone(linked, known).extras).toMatchObject([{ line: stone.line, header }]);
    },
  );
  it('A tab that was opened as of another line takes the line of the row that it is opened from', () => {
    const reopened = openExtra(opened('A'), tabOfStone({ parcelName: 'A', line: 'labGrown' }));
    expect(reopened.extras).toMatchObject([{ key: 'A', line: 'labGrown' }]);
  });
  it('Closing the selected tab selects the previous extra tab', () =>
    expect(closeExtra(showExtra(opened('A', 'B', 'C'), 'B'), 'B').front).toBe('A'));
  it('or else the last main tab', () =>
    expect(closeExtra(showExtra(opened('A', 'B'), 'A'), 'A')).toMatchObject({
      front: null,
      main: 'cart/natural',
    }));
  it('Closing another tab leaves the selection', () =>
    expect(closeExtra(opened('A', 'B'), 'A').front).toBe('B'));
  it('The last main tab is remembered behind stones', () =>
    expect(closeExtra(openExtra(showMain(opened('A'), 'past/natural'), tab('B')), 'B')).toMatchObject({
      front: 'A',
      main: 'past/natural',
    }));
  it('A tab is headed by the short cert number, or the cert number, or the parcel name for jewellery', () => {
    const stone = { parcelName: 'VTR-1', line: 'natural', certNo: '2467110893' } as const;
    expect([
      tabOfStone({ ...stone, shortCertNo: '123' }).header,
      tabOfStone(stone).header,
      tabOfStone({ parcelName: 'VTR-1', line: 'labGrown' }).header,
      tabOfStone({ ...stone, line: 'jewellery' }).header,
    ]).toEqual(['123', '2467110893', 'VTR-1', 'VTR-1']);
  });
  it('An asset page gets a tab of its own, once', () => {
    const page = tabOfPage({ path: '/our-model.html', title: 'How it works' });
    const tabs = openExtra(openExtra(opened('A'), page), page);
    expect(tabs.extras.at(-1)).toEqual({ kind: 'page', key: '/our-model.html', header: 'How it works' });
    expect(keys(tabs)).toEqual(['A', '/our-model.html']);
  });
});

describe('Links to the shell (product: Shell links)', () => {
  const link = (query: string): Tabs => tabsFromLink(start, new URLSearchParams(query));
  it('?parcel=&cert= opens a stone’s tab and selects it', () =>
    expect(link('parcel=VTR-1&cert=2467')).toMatchObject({
      front: 'VTR-1',
      extras: [{ key: 'VTR-1', header: '2467' }],
    }));
  it('?page= selects a main tab', () =>
    expect([link('page=available').main, link('page=past/labGrown').main]).toEqual([
      'available/natural',
      'past/labGrown',
    ]));
  it.each([
    ['Available', 'available/natural'],
    ['My+Inventory', 'customer/natural'],
    ['my%20inventory/Core%20Jewellery', 'customer/jewellery'],
    ['ACCOUNT%20HISTORY', 'past/natural'],
    ['available/labgrown', 'available/labGrown'],
  ])('?page=%s, in the sidebar’s words or in other case, selects %s', (page, main) =>
    expect(link(`page=${page}`).main).toBe(main),
  );
  it('an unknown page changes nothing', () => expect(link('page=nowhere')).toEqual(start));
});

describe('Saved tabs', () => {
  it('come back as they were', () =>
    expect(parseSavedTabs(JSON.parse(JSON.stringify(opened('A', 'B'))))).toEqual(opened('A', 'B')));
  it('are forgotten when they cannot be read', () =>
    expect([
      parseSavedTabs(undefined),
      parseSavedTabs({ main: 'x' }),
      parseSavedTabs({ ...start, main: 'nowhere/natural' }),
    ]).toEqual([null, null, null]));
});
