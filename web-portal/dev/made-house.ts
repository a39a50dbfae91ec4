import type { LiveChange } from '#contracts/api/live-changes.ts';
import type { User } from '#contracts/api/session.ts';
import type { HistoryEntry, StoneDetails } from '#contracts/api/stones.ts';
import { actionsOf, CURRENT_STATUSES, type Intent, type Status } from '#contracts/vocabulary/statuses.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import type { HouseAnswer, MadeCircumstances } from './made-answer.ts';
import { openMadeDesires } from './made-desires.ts';
import { madeOthers, onTheWire, type MadeParcel } from './made-lines.ts';
import { openMadeModels } from './made-models.ts';
import { MADE_CUSTOMER as CUSTOMER, MADE_USERS } from './made-people.ts';
import { madeStones } from './made-stones.ts';

type Held = { status: Status; lastAction: string; history: HistoryEntry[] };

/**
 * A stand-in for the server, for component tests and for work on the screens: the calls of all lines over made stones,
 * in memory. It knows the shapes of answers and the simplest of the rules, no more.
 */
export function openMadeHouse(count: number, { held = 18, carted = 3, past = 40, others = 0 } = {}) {
  const stones = new Map<string, MadeParcel>(madeStones(count).map((stone) => [stone.parcelName, stone]));
  const names = [...stones.keys()];
  const lines = new Map<string, Line>();
  for (const [name, { line, parcel }] of madeOthers(others)) {
    stones.set(name, parcel);
    lines.set(name, line);
  }
  const everyName = [...stones.keys()];
  const isOf = (line: Line) => (name: string) => (lines.get(name) ?? 'natural') === line;
  const desires = openMadeDesires();
  const spells = new Map<string, Held>();
  const cart = new Set<string>();
  const users = new Map(MADE_USERS.map((known) => [known.username, known]));
  let position = 1000;
  let events = 0;
  const listeners = new Set<(change: LiveChange) => void>();

  const entry = (
    parcelName: string,
    type: HistoryEntry['type'],
    date: string,
    remarks?: string | null,
  ): HistoryEntry => ({
    eventId: `event-${++events}`,
    parcelName,
    type,
    date,
    recordedAt: date,
    actor: 'demo-customer',
    customerId: 12,
    customerName: CUSTOMER.name,
    ...(remarks ? { remarks } : {}),
  });
  const day = (ago: number): string =>
    new Date(Date.UTC(2026, 10, 18, 15, 4) - ago * 86_400_000).toISOString();
  const some = (from: number, many: number): string[] =>
    names.slice(from, from + Math.min(many, Math.max(0, names.length - from)));
  for (const [place, name] of some(40, held).entries()) {
    const requested = entry(name, 'REQUEST', day(60 - place));
    const memo = { ...entry(name, 'MEMO', day(58 - place).slice(0, 10)), actor: 'sync' };
    spells.set(
      name,
      place % 6 === 5
        ? { status: 'REQUESTED', lastAction: requested.date.slice(0, 10), history: [requested] }
        : place % 7 === 6
          ? {
              status: 'PENDING_RETURN',
              lastAction: day(3).slice(0, 10),
              history: [requested, memo, entry(name, 'RETURN', day(3))],
            }
          : { status: 'CUSTOMER', lastAction: memo.date, history: [requested, memo] },
    );
  }
  for (const [place, name] of some(80, past).entries()) {
    const requested = entry(name, 'REQUEST', day(200 - place));
    const sold = place % 3 === 0;
    spells.set(name, {
      status: sold ? 'INVOICED' : 'AVAILABLE',
      lastAction: day(100 - place).slice(0, 10),
      history: [
        requested,
        entry(name, 'MEMO', day(198 - place).slice(0, 10)),
        entry(name, sold ? 'SOLD' : 'RETURN', day(101 - place)),
        entry(name, sold ? 'INVOICE' : 'RETURN_MEMO', day(100 - place).slice(0, 10)),
      ],
    });
  }
  for (const name of some(10, carted)) cart.add(name);

  const isCurrent = (held: Held | undefined): boolean =>
    held !== undefined && CURRENT_STATUSES.includes(held.status);
  const isFree = (name: string): boolean =>
    !isCurrent(spells.get(name)) && !['SOLD', 'INVOICED'].includes(spells.get(name)?.status ?? '');
  const models = openMadeModels(
    [...stones.values()].filter((parcel) => parcel.model !== undefined),
    isFree,
  );
  const shown = (name: string, kind: string): MadeParcel => {
    const stone = stones.get(name)!;
    const held = spells.get(name);
    const own = kind === 'customer' || kind === 'past' || kind === 'details';
    return {
      ...stone,
      inCart: cart.has(name),
      ...(own && held && { status: held.status, lastAction: held.lastAction }),
    };
  };
  const listOf = (kind: string): string[] => {
    if (kind === 'available') return everyName.filter(isFree);
    if (kind === 'cart') return [...cart];
    return [...spells.keys()].filter((name) =>
      kind === 'customer' ? isCurrent(spells.get(name)) : !isCurrent(spells.get(name)),
    );
  };
  const hidePrices = (viewer: User, stone: MadeParcel): MadeParcel => {
    if (viewer.showPrices !== 'NONE') return stone;
    const { total: _total, ppc: _ppc, displayRap: _rap, displayRapPercent: _rapPercent, ...rest } = stone;
    return rest;
  };
  const details = (viewer: User, name: string): StoneDetails => {
    const stone = hidePrices(viewer, shown(name, 'details'));
    const history = spells.get(name)?.history ?? [];
    const last = history.filter((each) => !each.undone).at(-1);
    return {
      ...stone,
      history,
      actions: [...actionsOf(stone.status)],
      ...(viewer.administrator &&
        last &&
        isIntent(last.type) && {
          correctable: { eventId: last.eventId, action: last.type, date: last.date },
        }),
    };
  };
  const holding = (): number =>
    Math.round(
      [...spells]
        .filter(([, spell]) => spell.status === 'CUSTOMER' || spell.status === 'PENDING_RETURN')
        .reduce((sum, [name]) => sum + (stones.get(name)?.total ?? 0), 0) * 100,
    ) / 100;
  const tellChange = (parcels: readonly string[]): string => {
    const change: LiveChange = {
      position: String(++position),
      lines: LINES.map((line) => ({ line, parcels: parcels.filter(isOf(line)) })).filter(
        ({ parcels: named }) => named.length > 0,
      ),
      cart: false,
      customer: true,
      desires: parcels.length === 0,
      models: parcels.some(isOf('jewellery')),
    };
    for (const listener of listeners) listener(change);
    return change.position;
  };
  const statusOf = (history: readonly HistoryEntry[]): Status => {
    const last = history.filter((each) => !each.undone).at(-1)?.type;
    return last === 'REQUEST'
      ? 'REQUESTED'
      : last === 'MEMO'
        ? 'CUSTOMER'
        : last === 'RETURN'
          ? 'PENDING_RETURN'
          : last === 'SOLD'
            ? 'SOLD'
            : last === 'INVOICE'
              ? 'INVOICED'
              : 'AVAILABLE';
  };

  function instruct(
    action: Intent,
    parcelNames: readonly string[],
    remarks: string | null | undefined,
  ): HouseAnswer {
    const done = parcelNames.filter((name) =>
      action === 'REQUEST' ? isFree(name) : actionsOf(spells.get(name)?.status ?? 'SOLD').includes(action),
    );
    for (const name of done) {
      const spell = spells.get(name);
      const history = [...(spell?.history ?? []), entry(name, action, new Date().toISOString(), remarks)];
      const status = action === 'RETURN' && spell?.status === 'REQUESTED' ? 'AVAILABLE' : statusOf(history);
      spells.set(name, { status, lastAction: history.at(-1)!.date.slice(0, 10), history });
      cart.delete(name);
    }
    const declined = parcelNames
      .filter((name) => !done.includes(name))
      .map((parcelName) => ({ parcelName, reason: 'It is held by someone else now.' }));
    return {
      status: 200,
      body: { instructionId: `instruction-${++events}`, done, declined, position: tellChange(parcelNames) },
    };
  }

  function correct(
    viewer: User,
    name: string,
    { newDate, remarks, preview }: { newDate?: string; remarks?: string | null; preview?: boolean },
  ): HouseAnswer {
    const spell = spells.get(name);
    const target = spell?.history.filter((each) => !each.undone).at(-1);
    if (!spell || !target) return { status: 402, body: { message: 'There is nothing to correct.' } };
    if (newDate !== undefined && newDate > new Date().toISOString())
      return { status: 402, body: { message: 'The new date lies in the future.' } };
    const changed: HistoryEntry =
      newDate === undefined
        ? {
            ...target,
            undone: {
              at: new Date().toISOString(),
              by: viewer.username,
              ...(remarks ? { reason: remarks } : {}),
            },
          }
        : { ...target, date: newDate, recordedDate: target.recordedDate ?? target.date };
    const history = spell.history.map((each) => (each === target ? changed : each));
    const status = statusOf(history);
    const before = holding();
    const after =
      status === 'CUSTOMER' && spell.status === 'SOLD' ? before + (stones.get(name)?.total ?? 0) : before;
    if (preview)
      return {
        status: 200,
        body: {
          parcelName: name,
          statusNow: spell.status,
          statusAfter: status,
          customers: [{ customerId: 12, name: CUSTOMER.name, holdingNow: before, holdingAfter: after }],
        },
      };
    spells.set(name, { ...spell, status, history });
    tellChange([name]);
    return { status: 200, body: details(viewer, name) };
  }

  /** What the calls on desires and models need of the house. */
  const circumstances = (viewer: User): MadeCircumstances => ({
    seesPrices: viewer.showPrices !== 'NONE',
    freeStones: () => names.filter(isFree).map((each) => stones.get(each)!),
    request: (parcels, remarks) => instruct('REQUEST', parcels, remarks),
    tell: () => tellChange([]),
  });

  function onParcels(line: Line, call: string, body: Record<string, unknown>, viewer: User): HouseAnswer {
    const parcelNames = Array.isArray(body['parcelNames']) ? body['parcelNames'].map(String) : [];
    const name = String(body['parcelName']);
    const remarks = typeof body['remarks'] === 'string' ? body['remarks'] : null;
    const rows = (kind: string, among?: readonly string[]): unknown[] =>
      listOf(kind)
        .filter((each) => isOf(line)(each) && (!among || among.includes(each)))
        .map((each) => onTheWire(line, hidePrices(viewer, shown(each, kind))));
    const done = (): HouseAnswer => ({
      status: 200,
      body: { parcelNames, position: tellChange(parcelNames) },
    });
    switch (call) {
      case 'available':
      case 'customer':
      case 'cart':
      case 'past':
        return { status: 200, body: rows(call) };
      case 'rows':
        return {
          status: 200,
          body: {
            available: rows('available', parcelNames),
            customer: rows('customer', parcelNames),
            cart: rows('cart', parcelNames),
            past: rows('past', parcelNames),
          },
        };
      case 'cart_stones':
        for (const each of parcelNames) cart.add(each);
        return done();
      case 'uncart_stones':
        for (const each of parcelNames) cart.delete(each);
        return done();
      case 'request_stones':
        return instruct('REQUEST', parcelNames, remarks);
      case 'return':
        return instruct('RETURN', parcelNames, remarks);
      case 'sale':
        return instruct('SOLD', parcelNames, remarks);
      case 'similar':
        return { status: 200, body: [] };
      case 'details':
        return stones.has(name) && isOf(line)(name)
          ? {
              status: 200,
              body: onTheWire(line, {
                ...details(viewer, name),
                ...(line === 'jewellery' && { components: [] }),
              }),
            }
          : { status: 402, body: { message: `${LINE_FACTS[line].noun} not found.` } };
      case 'undo':
        return correct(viewer, name, { remarks, preview: body['preview'] === true });
      case 'change_date':
        return correct(viewer, name, {
          newDate: String(body['newDate']),
          remarks,
          preview: body['preview'] === true,
        });
      default:
        return { status: 404, body: { message: 'Not found' } };
    }
  }

  return {
    /** Answers a call; `username` is who is signed in. */
    answer(path: string, body: Record<string, unknown>, username: string | null): HouseAnswer {
      if (path === '/login') {
        const known = users.get(String(body['username']));
        return known && body['password'] === 'Demo-pass-1'
          ? { status: 200, body: { token: 'made', user: known }, signedIn: known.username }
          : { status: 401, body: { message: 'Login Failed' } };
      }
      if (path === '/logout') return { status: 204, signedIn: null };
      const viewer = username === null ? undefined : users.get(username);
      if (!viewer)
        return { status: 401, body: { message: 'Your session has expired. Please log in again.' } };
      const line = LINES.find((each) => path.startsWith(`${LINE_FACTS[each].prefix}/`));
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (line)
        return (
          (line === 'natural' ? desires.answer(name, body, circumstances(viewer)) : null) ??
          (line === 'jewellery' ? models.answer(name, body, circumstances(viewer)) : null) ??
          onParcels(line, name, body, viewer)
        );
      switch (path) {
        case '/login/check':
          return { status: 200, body: { user: viewer } };
        case '/login/changepassword': {
          users.set(viewer.username, { ...viewer, mustChangePassword: false });
          return body['oldPassword'] === 'Demo-pass-1'
            ? { status: 200, body: { user: users.get(viewer.username) } }
            : { status: 402, body: { message: 'The old password is wrong.' } };
        }
        case '/login/customer': {
          const sees = viewer.showPrices === 'WHOLESALE';
          const { minInventory, maxInventory, ...rest } = CUSTOMER;
          return {
            status: 200,
            body: {
              customer: { ...rest, ...(sees && { minInventory, maxInventory, currentlyHolding: holding() }) },
              showPrices: viewer.showPrices,
            },
          };
        }
        case '/attributes/all':
          return { status: 200, body: PROGRAM_LISTS };
        case '/api/customers':
          return {
            status: 200,
            body: [
              { ...CUSTOMER, id: 12 },
              { ...CUSTOMER, id: 14, customerId: 14, name: 'Quay Street Gems' },
            ],
          };
        case '/admin/getassetpages':
          return { status: 200, body: [] };
        default:
          return { status: 404, body: { message: 'Not found' } };
      }
    },
    /** Hears of changes; answers how to stop. */
    follow(listener: (change: LiveChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The trading system's document arrives. */
    receive(parcelName: string, type: 'MEMO' | 'RETURN_MEMO' | 'INVOICE'): void {
      const spell = spells.get(parcelName);
      if (!spell) return;
      const history = [...spell.history, entry(parcelName, type, new Date().toISOString().slice(0, 10))];
      spells.set(parcelName, { status: statusOf(history), lastAction: history.at(-1)!.date, history });
      tellChange([parcelName]);
    },
  };
}

const isIntent = (type: HistoryEntry['type']): type is Intent =>
  type === 'REQUEST' || type === 'RETURN' || type === 'SOLD';
