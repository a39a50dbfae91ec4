import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stoneStream, type StoneAttributes } from '#contracts/events/index.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { customerCommands } from '#services/customers/index.ts';
import { importTestModel } from '#services/jewellery/testing/pieces-and-models.ts';
import { foldParcel, parcelFold } from '#contracts/lifecycle/index.ts';
import { appendEvents, loadStream, type EventToAppend } from '#services/platform/commands/index.ts';
import { demoPriceList } from '#local/demo/demo-price-list.ts';
import { keepPriceList, priceList } from '#services/prices/index.ts';
import { cells } from '#services/prices/testing/made-price-lists.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { billingToCall } from './called-billing.ts';
import { reassortmentToCall } from './called-reassortment.ts';
import { clientLinksToCall } from './called-client-links.ts';
import { vendorsToCall } from './called-vendors.ts';
import { createMarks, MARKUP_PPM, RAP_CENTS } from './marks.ts';

/** What a call is sent, beside who sends it. `form` is a body that is not JSON. */
export type Sent = {
  /** For the `{names}` in the call's path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: { type: string; text: string };
};

export type CalledWorld = Awaited<ReturnType<typeof startCalledWorld>>;

export const MODEL = 'Solitaire 210';
/** A model without pieces: what is asked of it waits. */
const UNMADE = 'Pendant 7';
/** What another customer wrote of stones that it has or had. */
export const BIRCHS_REMARK = 'seen by no one else';
/** Words of the vendor, of the department and of customer 8, which customer 7 and its clients never read. */
export const OTHERS_WORDS = [
  'Antwerp Rounds',
  'AR-',
  'stock@example.com',
  'Safe 3',
  'IN_STOCK',
  'Birch',
  'birch',
  BIRCHS_REMARK,
];
const CERTIFICATE = '%PDF-1.7 of the laboratory';
const PIECE = {
  model: MODEL,
  modelDescription: 'Solitaire ring',
  modelType: 'Ring',
  modelSubType: 'Solitaire',
  modelFinish: 'White Gold',
};
const REBUILT = ['vendors', 'carts', 'desires', 'jewellery_models'];
const SYSTEM = { username: 'feed', role: 'system' } as const;
const ADMIN = { username: 'admin', role: 'administrator' } as const;

const CODE: Readonly<Record<Line, string>> = {
  natural: 'N',
  labGrown: 'L',
  fancyColour: 'F',
  jewellery: 'J',
};

/**
 * A whole Vitrine in which every call has something to answer: of each line parcels that are available, in the cart,
 * held and given back by customer 7, and some that customer 8 has or had. Every price in it is one of its own
 * (`marks`), so that any of them is recognised wherever it shows. Close it.
 */
export async function startCalledWorld(environment: Record<string, string> = {}) {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-calls-'));
  await storeCertificates(dataFolder);
  const vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder, ...environment });
  const { context } = vitrine;
  const marks = createMarks();
  const [alder, birch, admin] = [
    await vitrine.as('alder'),
    await vitrine.as('birch'),
    await vitrine.as('admin'),
  ];
  const command = () => ({ commandId: randomUUID(), actor: ADMIN });
  const files = openFileStore({ filesUrl: undefined, dataFolder });

  const billing = billingToCall(vitrine, admin);
  const { months } = billing;

  await customerCommands.changeTerms(context, command(), 7, {
    changes: { maxInventoryCents: 0, minInventoryCents: 7_654_321, feeRatePpm: 10_000 },
    // Bills are made in order: none is due before last month's.
    effectiveAt: `${months.last.text}-01`,
  });
  await vendorCommands.changeTerms(context, command(), 1, {
    changes: { feeSharePpm: 500_000 },
    effectiveAt: `${months.last.text}-01`,
  });
  await customerCommands.setRetailMarkups(context, command(), 7, {
    rows: [
      {
        type: 'weight',
        minWeight: 0,
        maxWeight: null,
        minValueCents: null,
        maxValueCents: null,
        productTypes: ['LOOSE', 'MOUNTED', 'LAB_GROWN', 'FANCY_COLOUR'],
        markupPpm: MARKUP_PPM,
      },
    ],
  });
  await keepPriceList(context.db, markedPriceList(), { fileName: '', by: 'test', at: new Date() });
  await importTestModel(context, UNMADE, { additionalQuantity: 9 });
  await importTestModel(context, MODEL, { description: 'Solitaire ring', additionalQuantity: 4 });

  /** A parcel that anyone can request now, with prices of its own. */
  const available = async (line: Line, attributes: Partial<StoneAttributes> = {}): Promise<string> => {
    const parcelName = `${CODE[line]}-${marks.count() + 1}`;
    const described = {
      weight: 1010,
      lab: 'GIA',
      certNo: '2100000001',
      shapeCode: 'RD',
      colour: 'F',
      clarity: 'VS1',
      cut: 'EX',
      polish: 'EX',
      symmetry: 'EX',
      fluorescence: 'N',
      ...attributes,
    };
    const price = marks.next(line, parcelName, described);
    const data = {
      parcelName,
      line,
      vendorId: 1,
      ...price,
      vendorAvailability: 'IN_STOCK',
      location: 'Safe 3',
      attributes: described,
      effectiveAt: '2026-01-05T15:00:00.000Z',
      ...(line === 'jewellery' ? { piece: { ...PIECE, components: [described] } } : {}),
    };
    await appendEvents(
      context,
      { stream: stoneStream(parcelName), revision: 'no_stream', lastRecordedAt: '' },
      [{ type: 'StoneListed', id: randomUUID(), data }],
      { commandId: `list ${parcelName}`, actor: SYSTEM },
    );
    await vitrine.shown();
    return parcelName;
  };

  type User = Awaited<ReturnType<SmallVitrine['as']>>;
  const act = async (user: User, line: Line, call: string, names: string[], remarks?: string) => {
    const body = { parcelNames: names, ...(remarks === undefined ? {} : { remarks }) };
    const reply = await user.post(`${LINE_FACTS[line].prefix}/${call}`, body);
    if (reply.status !== 200) throw new Error(`${call} of ${names.join()}: ${reply.text}`);
    await vitrine.shown();
  };
  const held = async (line: Line, attributes: Partial<StoneAttributes> = {}): Promise<string> => {
    const name = await available(line, attributes);
    await act(alder, line, 'request_stones', [name]);
    return name;
  };
  const past = async (line: Line, attributes: Partial<StoneAttributes> = {}): Promise<string> => {
    const name = await held(line, attributes);
    await act(alder, line, 'return', [name]);
    return name;
  };
  const carted = async (line: Line): Promise<string> => {
    const name = await available(line);
    await act(alder, line, 'cart_stones', [name]);
    return name;
  };
  /** A parcel that customer 8 has. */
  const foreign = async (line: Line): Promise<string> => {
    const name = await available(line);
    await act(birch, line, 'request_stones', [name], BIRCHS_REMARK);
    return name;
  };
  /** A parcel that customer 8 had before customer 7, which has it now. */
  const handedOn = async (line: Line): Promise<string> => {
    const name = await foreign(line);
    await act(birch, line, 'return', [name], BIRCHS_REMARK);
    await act(alder, line, 'request_stones', [name]);
    return name;
  };

  const desire = async (status: 'CART' | 'ACTIVE' | 'CLOSED'): Promise<string> => {
    const carted = await alder.post('/inventory/desire_stone', {
      desire: { shape: ['RD'], weight: { minimum: 0.9 } },
    });
    const { desireId } = (carted.json as { desire: { desireId: string } }).desire;
    if (status === 'CART') return desireId;
    await alder.post('/inventory/request_stones_similar', { parcelNames: [], desires: [{ desireId }] });
    if (status === 'CLOSED') await alder.post('/inventory/update_desire', [{ desireId, status: 'CLOSED' }]);
    return desireId;
  };

  /** Prices of every parcel, and of what customer 7 has, become others; nothing else changes. */
  const repriceEverything = async (): Promise<void> => {
    for (const { parcelName, line, stone } of marks.parcels()) {
      const stream = stoneStream(parcelName);
      const price = marks.next(line, parcelName, stone);
      const effectiveAt = context.clock().toISOString();
      const events: EventToAppend[] = [
        { type: 'StoneRepriced', id: randomUUID(), data: { ...price, effectiveAt } },
      ];
      const loaded = await loadStream(context, stream, parcelFold);
      if (foldParcel(loaded.state, context.zone).customerId === 7)
        events.push({
          type: 'SpellRepriced',
          id: randomUUID(),
          data: { ...marks.frozen(line, stone, price), customerId: 7, reason: 'agreed', effectiveAt },
        });
      await appendEvents(context, loaded, events, { commandId: randomUUID(), actor: SYSTEM });
    }
    await vitrine.shown();
  };

  /** A stone that customer 7 has had since last month: there is something to bill. */
  const billed = async (): Promise<string> => {
    const name = await available('natural');
    const { stone } = marks.parcels().find(({ parcelName }) => parcelName === name)!;
    const { customerPriceCents } = marks.frozen('natural', stone, marks.priceOf(name));
    await vitrine.document('MEMO', name, 7, `${months.last.text}-11`, customerPriceCents);
    return name;
  };
  /** The newest entry of a parcel that customer 7 has. */
  const entry = async (): Promise<string> => {
    const { json } = await admin.post('/inventory/details', { parcelName: await one('held', 'natural') });
    return (json as { history: { eventId: string }[] }).history.at(-1)!.eventId;
  };
  const assetPage = async (): Promise<string> => {
    const page = { path: `/${randomUUID()}.html`, title: 'About', place: 0 };
    const { json } = await admin.post('/api/asset-pages', page);
    return String((json as { id: number }).id);
  };

  let priceLists = 0;
  /** A price list of a day before all others, by its date. */
  const oldPriceList = async (): Promise<string> => {
    const date = addDays('2001-01-01', (priceLists += 1));
    await keepPriceList(context.db, priceList(date, cells()), { fileName: '', by: 'test', at: new Date() });
    return date;
  };

  /** An order of models that no piece fills. */
  const backOrder = async (): Promise<string> => {
    await birch.post('/jewellery/request_models', { parcelNames: [UNMADE, UNMADE] });
    await vitrine.shown();
    const [order] = (await admin.get('/api/back-orders')).json as { id: string }[];
    return order!.id;
  };
  /** The newest of customer 7's own, with what waits of it. */
  const ownBackOrder = async (): Promise<string> => {
    await alder.post('/jewellery/request_models', { parcelNames: [UNMADE] });
    await vitrine.shown();
    const orders = (await alder.get('/jewellery/back_orders')).json as { id: string }[];
    return orders.at(-1)!.id;
  };
  /** A parcel came back of which no memo is known. */
  const anomaly = async (): Promise<string> => {
    const parcelName = await available('natural');
    await vitrine.document('RETURN_MEMO', parcelName, 7);
    await vitrine.shown();
    const filter = encodeURIComponent(JSON.stringify({ parcelName }));
    const { json } = await (await vitrine.as('admin')).get(`/api/anomalies?filter=${filter}`);
    return (json as { id: string }[])[0]!.id;
  };
  /** A document that names no parcel of ours. */
  const suspended = async (): Promise<string> => {
    const docNo = randomUUID();
    const document = {
      docType: 'MEMO',
      docNo,
      line: 1,
      version: 1,
      accountCode: '07-01-0001',
      parcelName: docNo,
    };
    await vitrine.pool.query(
      `insert into vitrine.suspense_document (instance, doc_type, doc_no, line, version, document, reason, since, tried_at)
       values ('VITRINE', 'MEMO', $1, 1, 1, $2, 'there is no such parcel', now(), now())`,
      [docNo, JSON.stringify({ ...document, date: '2026-03-02', amount: 1 })],
    );
    return `VITRINE/MEMO/${docNo}/1/1`;
  };
  const mail = async (): Promise<string> => {
    await admin.post('/admin/resetpassword', { username: 'gone' });
    const [newest] = (await admin.get('/api/mails')).json as { id: string | number }[];
    return String(newest!.id);
  };
  const ticket = async (): Promise<string> => {
    const { json } = await vitrine.call('/login/ticket', { username: 'rep', password: PASSWORD });
    return (json as { ticket: string }).ticket;
  };
  const markupRows = async (): Promise<Sent> => ({
    body: (await (await vitrine.as('admin', { customer: '7' })).post('/admin/getmarkup')).json,
  });

  /** The model of every piece, with nothing left out of it. */
  const fillModel = async (): Promise<void> => {
    const media = { photoUrl: 'https://media.example.com/2.mp4', stillPhotoUrl: '/2.jpg' };
    await importTestModel(context, MODEL, {
      description: 'Solitaire ring',
      type: 'Ring',
      subType: 'Solitaire',
      finish: 'White Gold',
      ...media,
      additionalQuantity: 4,
      tier: 'Reserve',
      labGrown: false,
      hide: false,
    });
    await vitrine.shown();
  };

  let rebuilt = 0;
  const reads = new Map<string, Promise<string>>();
  /** One parcel of a kind for all calls that only read. */
  const one = (kind: 'available' | 'held' | 'past' | 'foreign' | 'handedOn', line: Line): Promise<string> => {
    const make = { available, held, past, foreign, handedOn }[kind];
    const key = `${kind} ${line}`;
    const known = reads.get(key) ?? make(line);
    reads.set(key, known);
    return known;
  };
  for (const line of LINES) {
    for (const kind of ['available', 'held', 'past', 'foreign', 'handedOn'] as const) await one(kind, line);
    await carted(line);
  }
  for (const status of ['CART', 'ACTIVE', 'CLOSED'] as const) await desire(status);
  await billed();
  await vitrine.shown();
  await billing.invoice();

  return {
    vitrine,
    marks,
    available,
    held,
    past,
    carted,
    one,
    desire,
    backOrder,
    ownBackOrder,
    ...billing,
    entry,
    assetPage,
    oldPriceList,
    ...(await vendorsToCall(vitrine, files, command)),
    ...clientLinksToCall(vitrine, () => one('available', 'natural')),
    ...reassortmentToCall(vitrine, files, command),
    anomaly,
    suspended,
    mail,
    ticket,
    markupRows,
    fillModel,
    filledModel: MODEL,
    /** One after the other: small ones, soon built. */
    anotherProjection: () => REBUILT[rebuilt++ % REBUILT.length]!,
    newName: () => `new-${randomUUID()}`,
    repriceEverything,
    async close(): Promise<void> {
      await vitrine.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}

/** One price per carat for every stone. */
function markedPriceList() {
  const list = demoPriceList('2026-01-02');
  return { ...list, rows: list.rows.map((row) => ({ ...row, centsPerCarat: RAP_CENTS })) };
}

async function storeCertificates(dataFolder: string): Promise<void> {
  for (const folder of ['certificates', 'addenda']) {
    await mkdir(path.join(dataFolder, 'files', folder), { recursive: true });
    await writeFile(path.join(dataFolder, 'files', folder, '2100000001.pdf'), CERTIFICATE);
  }
}
