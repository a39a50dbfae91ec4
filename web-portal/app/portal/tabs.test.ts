import { describe, expect, it } from 'vitest';
import { madeStones } from '../../dev/made-stones.ts';
import {
  closeStone,
  openStone,
  parseSavedTabs,
  showMain,
  showStone,
  tabOf,
  tabsFromLink,
  type StoneTab,
  type Tabs,
} from './tabs.ts';

const start: Tabs = { main: 'cart/natural', stones: [], front: null };
const tab = (parcelName: string): StoneTab => ({ parcelName, line: 'natural', header: parcelName });
const opened = (...names: string[]): Tabs => names.reduce((tabs, name) => openStone(tabs, tab(name)), start);
const names = (tabs: Tabs): string[] => tabs.stones.map(({ parcelName }) => parcelName);

describe('Stone tabs (specification, section 2.2)', () => {
  it('Opening a stone adds its tab and selects it', () =>
    expect(opened('A')).toMatchObject({ front: 'A', stones: [{ parcelName: 'A' }] }));
  it('A stone gets no second tab', () => {
    const tabs = openStone(opened('A', 'B'), tab('A'));
    expect([names(tabs), tabs.front]).toEqual([['A', 'B'], 'A']);
  });
  it('Closing the selected tab selects the previous stone tab', () =>
    expect(closeStone(showStone(opened('A', 'B', 'C'), 'B'), 'B').front).toBe('A'));
  it('or else the last main tab', () =>
    expect(closeStone(showStone(opened('A', 'B'), 'A'), 'A')).toMatchObject({
      front: null,
      main: 'cart/natural',
    }));
  it('Closing another tab leaves the selection', () =>
    expect(closeStone(opened('A', 'B'), 'A').front).toBe('B'));
  it('The last main tab is remembered behind stones', () =>
    expect(closeStone(openStone(showMain(opened('A'), 'past/natural'), tab('B')), 'B')).toMatchObject({
      front: 'A',
      main: 'past/natural',
    }));
  it('A tab is headed by the short certificate number, or the number, or the parcel name', () => {
    const [stone] = madeStones(1);
    const { shortCertNo: _short, ...long } = stone!;
    const { certNo: _cert, ...bare } = long;
    expect([
      tabOf({ ...stone!, shortCertNo: '123' }).header,
      tabOf({ ...long, certNo: '2467110893' }).header,
      tabOf(bare).header,
    ]).toEqual(['123', '2467110893', stone!.parcelName]);
  });
});

describe('Links to the shell (specification, section 2.1)', () => {
  const link = (query: string): Tabs => tabsFromLink(start, new URLSearchParams(query));
  it('?parcel=&cert= opens a stone’s tab and selects it', () =>
    expect(link('parcel=VTR-1&cert=2467')).toMatchObject({
      front: 'VTR-1',
      stones: [{ parcelName: 'VTR-1', header: '2467' }],
    }));
  it('?page= selects a main tab', () =>
    expect([link('page=available').main, link('page=past/natural').main]).toEqual([
      'available/natural',
      'past/natural',
    ]));
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
