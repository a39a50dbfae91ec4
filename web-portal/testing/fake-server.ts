import type { LiveChange } from '#contracts/api/live-changes.ts';
import type { User } from '#contracts/api/session.ts';
import type { StoneDetails } from '#contracts/api/stones.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { actionsOf, INTENTS, ON_MEMO, type Intent } from '#contracts/vocabulary/statuses.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { correctableEntry } from '#services/stones/correctable-entry.ts';
import { shownHistory } from '#services/stones/shown-history.ts';
import type { FakeAnswer, MadeCircumstances } from './made-answer.ts';
import { openMadeDesires } from './made-desires.ts';
import { madeOthers, onTheWire, type MadeParcel } from './made-lines.ts';
import { openMadeModels } from './made-models.ts';
import { MADE_ZONE, openMadeParcels } from './made-parcels.ts';
import { MADE_CUSTOMER as CUSTOMER, MADE_USERS } from './made-people.ts';
import { madeStones } from './made-stones.ts';

const MADE_MEMO_DAYS = 60;

/**
 * A fake server for component tests and the portal's bench: the calls of all lines over made stones, in
 * memory. What may be done to a parcel, and what it comes to, the server's own pure rules decide; the rest of its
 * answers have the shapes of the contracts.
 */
export function openFakeServer(count: number, { held = 18, carted = 3, past = 40, others = 0 } = {}) {
  const made = new Map<string, { line: Line; parcel: MadeParcel }>(
    madeStones(count).map((parcel) => [parcel.parcelName, { line: 'natural', parcel }]),
  );
  const names = [...made.keys()];
  for (const [name, other] of madeOthers(others)) made.set(name, other);
  const parcels = openMadeParcels(made);
  const { isCurrent, isFree, viewOf } = parcels;
  const everyName = [...made.keys()];
  const isOf = (line: Line) => (name: string) => (made.get(name)?.line ?? 'natural') === line;
  const desires = openMadeDesires();
  const cart = new Set<string>();
  const users = new Map(MADE_USERS.map((known) => [known.username, known]));
  let position = 1000;
  const listeners = new Set<(change: LiveChange) => void>();

  const by = CUSTOMER_USER;
  const day = (ago: number): string =>
    new Date(Date.UTC(2026, 10, 18, 15, 4) - ago * 86_400_000).toISOString();
  const some = (from: number, many: number): string[] =>
    names.slice(from, from + Math.min(many, Math.max(0, names.length - from)));
  for (const [place, name] of some(40, held).entries()) {
    parcels.instruct('REQUEST', 'natural', [name], { by, at: day(60 - place) });
    if (place % 6 === 5) continue;
    parcels.document(name, 'MEMO', houseDayOf(day(58 - place), MADE_ZONE));
    if (place % 7 === 6) parcels.instruct('RETURN', 'natural', [name], { by, at: day(3) });
  }
  for (const [place, name] of some(80, past).entries()) {
    const sold = place % 3 === 0;
    parcels.instruct('REQUEST', 'natural', [name], { by, at: day(200 - place) });
    parcels.document(name, 'MEMO', houseDayOf(day(198 - place), MADE_ZONE));
    parcels.instruct(sold ? 'SOLD' : 'RETURN', 'natural', [name], { by, at: day(101 - place) });
    parcels.document(name, sold ? 'INVOICE' : 'RETURN_MEMO', houseDayOf(day(100 - place), MADE_ZONE));
  }
  for (const name of some(10, carted)) cart.add(name);

  const models = openMadeModels(
    [...made.values()].map(({ parcel }) => parcel).filter(({ model }) => model !== undefined),
    isFree,
  );
  const shown = (name: string, kind: string): MadeParcel => {
    const stone = made.get(name)!.parcel;
    const own = kind === 'customer' || kind === 'past' || kind === 'details';
    const view = viewOf(name);
    return {
      ...stone,
      inCart: cart.has(name),
      ...(own && view.spells.length > 0 && { status: view.status, lastAction: parcels.lastAction(name) }),
      ...(own && ON_MEMO.includes(view.status) && onMemo(parcels.lastAction(name))),
      ...(kind === 'cart' && !isFree(name) && { status: 'NOT_AVAILABLE' as const }),
    };
  };
  const onMemo = (memoDate: string) => ({ memoDate, dueDate: addDays(memoDate, MADE_MEMO_DAYS) });
  const listOf = (kind: string): string[] => {
    if (kind === 'available') return everyName.filter(isFree);
    if (kind === 'cart') return [...cart];
    return parcels.touched().filter((name) => (kind === 'customer') === isCurrent(name));
  };
  const hidePrices = (viewer: User, stone: MadeParcel): MadeParcel => {
    if (viewer.showPrices !== 'NONE') return stone;
    const { total: _total, ppc: _ppc, displayRap: _rap, displayRapPercent: _rapPercent, ...rest } = stone;
    return rest;
  };
  const details = (viewer: User, name: string): StoneDetails => {
    const stone = hidePrices(viewer, shown(name, 'details'));
    const correctable = viewer.administrator ? correctableEntry(viewOf(name)) : undefined;
    const seen = {
      staff: viewer.administrator || viewer.salesRep,
      administrator: viewer.administrator,
      customerId: CUSTOMER.customerId,
    };
    return {
      ...stone,
      history: shownHistory(
        parcels.recordOf(name),
        seen,
        new Map([[CUSTOMER.customerId, CUSTOMER.name]]),
        MADE_ZONE,
      ),
      actions: [...actionsOf(stone.status)],
      ...(correctable && {
        correctable: {
          eventId: correctable.eventId,
          action: correctable.type,
          date: correctable.effectiveAt,
        },
      }),
    };
  };
  const worth = (name: string, { status }: { status: string }): number =>
    status === 'CUSTOMER' || status === 'PENDING_RETURN'
      ? Math.round((made.get(name)?.parcel.total ?? 0) * 100)
      : 0;
  /** Cents. */
  const holding = (): number => parcels.touched().reduce((sum, name) => sum + worth(name, viewOf(name)), 0);
  const announce = (changed: readonly string[]): string => {
    const change: LiveChange = {
      position: String(++position),
      lines: LINES.map((line) => ({ line, parcels: changed.filter(isOf(line)) })).filter(
        ({ parcels: named }) => named.length > 0,
      ),
      cart: false,
      customer: true,
      desires: changed.length === 0,
      models: changed.some(isOf('jewellery')),
    };
    for (const listener of listeners) listener(change);
    return change.position;
  };

  function instruct(
    action: Intent,
    line: Line | null,
    parcelNames: readonly string[],
    remarks: string | null | undefined,
  ): FakeAnswer {
    const instructionId = parcels.instruct(action, line, parcelNames, {
      by,
      ...(remarks ? { remarks } : {}),
    });
    for (const name of parcelNames) cart.delete(name);
    return {
      status: 200,
      body: { instructionId, done: [...parcelNames], declined: [], position: announce(parcelNames) },
    };
  }

  function correct(viewer: User, name: string, body: Record<string, unknown>): FakeAnswer {
    const correction = {
      intent: INTENTS.find((intent) => intent === body['action'])!,
      reason: typeof body['remarks'] === 'string' ? body['remarks'] : null,
      newDate: typeof body['newDate'] === 'string' ? body['newDate'] : undefined,
    };
    if (body['preview'] !== true) {
      parcels.correct(name, correction, viewer.username);
      announce([name]);
      return { status: 200, body: details(viewer, name) };
    }
    const after = parcels.preview(name, correction, viewer.username);
    const now = holding();
    const then = now - worth(name, viewOf(name)) + worth(name, after);
    return {
      status: 200,
      body: {
        parcelName: name,
        seen: '41',
        statusNow: viewOf(name).status,
        statusAfter: after.status,
        customers: [
          {
            customerId: CUSTOMER.customerId,
            name: CUSTOMER.name,
            holdingNow: now / 100,
            holdingAfter: then / 100,
          },
        ],
      },
    };
  }

  /** What the calls on desires and models need of the server. */
  const circumstances = (viewer: User, line: Line): MadeCircumstances => ({
    seesPrices: viewer.showPrices !== 'NONE',
    freeStones: () => names.filter(isFree).map((each) => made.get(each)!.parcel),
    request: (parcelNames, remarks) => instruct('REQUEST', line, parcelNames, remarks),
    announce: () => announce([]),
  });

  const namesIn = ({ parcelNames }: Record<string, unknown>): string[] =>
    Array.isArray(parcelNames) ? parcelNames.map(String) : [];
  const remarksIn = ({ remarks }: Record<string, unknown>): string | null =>
    typeof remarks === 'string' ? remarks : null;

  /** The calls over all lines. */
  const instructAny = (call: string, body: Record<string, unknown>): FakeAnswer => {
    const asked = Array.isArray(body['models']) ? body['models'].map(String) : [];
    const { pieces, backOrdered } = models.order(asked, namesIn(body));
    const answered = instruct(INTENT_OF[call]!, null, [...namesIn(body), ...pieces], remarksIn(body));
    return asked.length === 0
      ? answered
      : { ...answered, body: { ...(answered.body as object), backOrdered } };
  };

  function onParcels(line: Line, call: string, body: Record<string, unknown>, viewer: User): FakeAnswer {
    const parcelNames = namesIn(body);
    const name = String(body['parcelName']);
    const rows = (kind: string, among?: readonly string[]): unknown[] =>
      listOf(kind)
        .filter((each) => isOf(line)(each) && (!among || among.includes(each)))
        .map((each) => onTheWire(line, hidePrices(viewer, shown(each, kind))));
    const done = (): FakeAnswer => ({
      status: 200,
      body: { parcelNames, position: announce(parcelNames) },
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
      case 'return':
      case 'sale':
        return instruct(INTENT_OF[call]!, line, parcelNames, remarksIn(body));
      case 'similar':
        return { status: 200, body: [] };
      case 'details':
        return made.has(name) && isOf(line)(name)
          ? {
              status: 200,
              body: onTheWire(line, {
                ...details(viewer, name),
                ...(line === 'jewellery' && { components: [] }),
              }),
            }
          : { status: 402, body: { message: `${LINE_FACTS[line].noun} not found.` } };
      case 'undo':
      case 'change_date':
        return correct(viewer, name, body);
      default:
        return { status: 404, body: { message: 'Not found' } };
    }
  }

  function answerCall(path: string, body: Record<string, unknown>, username: string | null): FakeAnswer {
    if (path === '/login') {
      const known = users.get(String(body['username']));
      return known && body['password'] === 'Demo-pass-1'
        ? { status: 200, body: { token: 'made', user: known }, signedIn: known.username }
        : { status: 401, body: { message: 'Login Failed' } };
    }
    if (path === '/logout') return { status: 204, signedIn: null };
    const viewer = username === null ? undefined : users.get(username);
    if (!viewer) return { status: 401, body: { message: 'Your session has expired. Please log in again.' } };
    const line = LINES.find((each) => path.startsWith(`${LINE_FACTS[each].prefix}/`));
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (line)
      return (
        (line === 'natural' ? desires.answer(name, body, circumstances(viewer, line)) : null) ??
        (line === 'jewellery' ? models.answer(name, body, circumstances(viewer, line)) : null) ??
        onParcels(line, name, body, viewer)
      );
    if (path.startsWith('/parcels/')) return instructAny(name, body);
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
        const { minInventory, maxInventory, gracePeriodDays, paymentDays, ...rest } = CUSTOMER;
        return {
          status: 200,
          body: {
            customer: {
              ...rest,
              ...(sees && {
                minInventory,
                maxInventory,
                gracePeriodDays,
                paymentDays,
                currentlyHolding: holding() / 100,
              }),
            },
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
      case '/searches':
      case '/client-links':
      case '/admin/getassetpages':
        return { status: 200, body: [] };
      default:
        return { status: 404, body: { message: 'Not found' } };
    }
  }

  return {
    /** Answers a call; `username` is who is signed in. */
    answer(path: string, body: Record<string, unknown>, username: string | null): FakeAnswer {
      try {
        return answerCall(path, body, username);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, message, code, field, errors } = error;
        return { status, body: { message, code, field, errors } };
      }
    },
    /** Hears of changes; answers how to stop. */
    follow(listener: (change: LiveChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The trading system's document arrives. */
    receive(parcelName: string, type: 'MEMO' | 'RETURN_MEMO' | 'INVOICE'): void {
      parcels.document(parcelName, type);
      announce([parcelName]);
    },
  };
}

const CUSTOMER_USER = 'demo-customer';
const INTENT_OF: Readonly<Record<string, Intent>> = {
  request_stones: 'REQUEST',
  return: 'RETURN',
  sale: 'SOLD',
};
