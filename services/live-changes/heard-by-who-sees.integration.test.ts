import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { watchChanges, type ChangeWatch } from '#tests/support/change-watch.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { reinstateStone, withdrawStone } from '#tests/support/small-world.ts';

/**
 * The audience of a notice is who may see the parcel (rule: What one may not see): after each of many random acts the
 * lists, pasts and details of three jewellers are read over HTTP, and compared with the notices that they got.
 */

const READERS = ['alder', 'birch', 'cedar'] as const;
const CUSTOMERS = [7, 8, 9] as const;
const PARCELS = { N1: {}, N2: { lab: 'FM' }, N3: {} } as const;
const NAMES = Object.keys(PARCELS);
const ACTS = 75;
const SETTLE_MS = 60;
/** The same seed does the same acts. */
const SEED = Number(process.env['NOTICES_SEED'] ?? 20_265);

type Sight = {
  readonly text: string;
  /** Its row in Past; undefined when there is none. */
  readonly past: Stone | undefined;
  readonly offered: boolean;
  /** It has the parcel, or has bought it. */
  readonly own: boolean;
};
type Seen = ReadonlyMap<string, Sight>;

let vitrine: SmallVitrine;
const watches = new Map<string, ChangeWatch>();

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  for (const [name, attributes] of Object.entries(PARCELS)) await vitrine.listStone(name, attributes);
  for (const username of [...READERS, 'admin'])
    watches.set(username, watchChanges([vitrine.address], (await vitrine.as(username)).token));
});
afterAll(async () => {
  for (const watch of watches.values()) await watch.stop();
  await vitrine.close();
});

/** What a reader is shown of each parcel: its rows, and the page of the stone. */
async function seenBy(username: string): Promise<Seen> {
  const reader = await vitrine.as(username);
  const lists: Stone[][] = [];
  for (const list of ['available', 'customer', 'past']) lists.push(await reader.list(`/inventory/${list}`));
  const seen = new Map<string, Sight>();
  for (const parcelName of NAMES) {
    const rows = lists.map((list) => list.find((row) => row.parcelName === parcelName));
    const details = await reader.post('/inventory/details', { parcelName });
    const page = details.status === 200 ? details.json : details.status;
    const bought = ['SOLD', 'INVOICED'].includes((details.json as Partial<Stone>).status ?? '');
    seen.set(parcelName, {
      text: JSON.stringify([rows, page]),
      past: rows[2],
      offered: rows[0] !== undefined,
      own: rows[1] !== undefined || bought,
    });
  }
  return seen;
}

/** One random act; its answer does not matter, as most combinations are refused. */
async function act(
  random: () => number,
): Promise<{ parcelName: string; reader: string; what: string; ofRights: boolean }> {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const parcelName = one(NAMES);
  const customerId = one(CUSTOMERS);
  const staff = await vitrine.as('admin', { customer: String(customerId) });
  const document = (docType: 'MEMO' | 'RETURN_MEMO' | 'INVOICE' | 'CREDIT') => async () =>
    void (await vitrine.document(docType, parcelName, customerId));
  const asked = (path: string, body: object) => async () => void (await staff.post(path, body));
  // A feed writes nothing to a held stone.
  const feed = (status: Status, record: typeof withdrawStone) => async () => {
    const { json } = await staff.post('/inventory/details', { parcelName });
    if ((json as Stone).status === status) await record(vitrine.context, parcelName);
  };
  const acts: Record<string, () => Promise<void>> = {
    request: asked('/inventory/request_stones', { parcelNames: [parcelName], remarks: 'over the maximum' }),
    return: asked('/inventory/return', { parcelNames: [parcelName] }),
    sale: asked('/inventory/sale', { parcelNames: [parcelName] }),
    undo: asked('/inventory/undo', { parcelName, action: one(['REQUEST', 'RETURN', 'SOLD']) }),
    memo: document('MEMO'),
    'return memo': document('RETURN_MEMO'),
    invoice: document('INVOICE'),
    credit: document('CREDIT'),
    withdrawal: feed('AVAILABLE', withdrawStone),
    reinstatement: feed('NOT_AVAILABLE', reinstateStone),
    rights: asked('/admin/updatecustomer', {
      customerId,
      fmAllowed: random() < 0.5,
      allowActions: random() < 0.8,
    }),
  };
  const what = one(Object.keys(acts));
  await acts[what]!();
  const reader = READERS[CUSTOMERS.indexOf(customerId)]!;
  return { parcelName, reader, what: `${what} of ${parcelName} by ${reader}`, ofRights: what === 'rights' };
}

test('a jeweller hears of a parcel when it sees the change, or may browse or holds the parcel, and never else', async () => {
  let state = SEED;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let before = new Map(await Promise.all(READERS.map(async (who) => [who, await seenBy(who)] as const)));
  const tally = { changed: 0, heard: 0, kept: 0, byRights: 0 };
  for (let nth = 0; nth < ACTS; nth += 1) {
    const from = performance.now();
    const head = await vitrine.context.events.headPosition();
    const { parcelName, reader, what, ofRights } = await act(random);
    const label = `act ${nth} of seed ${SEED}, ${what}`;
    await vitrine.shown();
    const wasRecorded = (await vitrine.context.events.headPosition()) > head;
    const after = new Map(await Promise.all(READERS.map(async (who) => [who, await seenBy(who)] as const)));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    for (const who of READERS) {
      for (const name of NAMES) {
        const [was, is] = [before.get(who)!.get(name)!, after.get(who)!.get(name)!];
        const changed = was.text !== is.text;
        // What is recorded of a jeweller itself is no secret from it, even where none of its lists shows it.
        const ofItself = who === reader && name === parcelName;
        const may = ofItself || was.offered || is.offered || was.own || is.own;
        // What others do leaves a row of Past as it is, the date of its last change too, unless the parcel goes or comes.
        const stays = was.past !== undefined && was.past.status === is.past?.status;
        if (stays && !ofItself && !ofRights)
          expect(is.past, `${label}: ${who} sees of ${name}`).toEqual(was.past);
        if (changed && ofRights) {
          // What a jeweller may see has changed with its rights: its pages load everything again, and no one else's do.
          expect([label, who]).toEqual([label, reader]);
          const heard = () => watches.get(who)!.heardOfItself(from, performance.now());
          await expect.poll(heard, { message: `${label}: ${who}'s rights` }).toBe(true);
          tally.byRights += 1;
        } else if (changed) {
          // Nothing is seen of what others do with a parcel that is neither offered nor one's own: not even that it was done.
          const shown = ofItself || was.offered || is.offered || was.own || is.own;
          expect(shown, `${label}: ${who} sees of ${name}: ${was.text} → ${is.text}`).toBe(true);
          const heard = () => watches.get(who)!.heard(name, from, performance.now());
          await expect.poll(heard, { message: `${label}: ${who} sees it` }).toBe(true);
          tally.changed += 1;
        }
        const heard = watches.get(who)!.heard(name, from, performance.now());
        // Rights that changed have everything loaded again, which names no parcel.
        const loadsAll = ofRights && who === reader;
        if (heard && !loadsAll) expect(may, `${label}: ${who} heard of ${name}`).toBe(true);
        tally.heard += heard ? 1 : 0;
        tally.kept += name === parcelName && wasRecorded && !heard ? 1 : 0;
      }
    }
    before = after;
  }
  // The acts have covered changes that a reader sees, hears of, and is kept from.
  expect(tally.changed).toBeGreaterThan(20);
  expect(tally.heard).toBeGreaterThanOrEqual(tally.changed);
  expect(tally.kept).toBeGreaterThan(10);
  expect(tally.byRights).toBeGreaterThan(2);
}, 300_000);
