import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { madeCustomer } from '../../testing/made-office.ts';
import { heldAnswer } from '../../testing/held-answer.ts';
import { officeWorld } from '../../testing/render-back-office.tsx';

const world = officeWorld();
const table = async (title: string) => within(await screen.findByRole('region', { name: title }));

function withWords(): void {
  world.customers = [madeCustomer(7)];
  for (const list of ['stores', 'columnmaps', 'valuemaps'])
    world.respond(`POST /reassortment/get${list}`, () => HttpResponse.json([]));
}

it('what is found in a file comes before what is being typed', async () => {
  withWords();
  world.respond('POST /reassortment/learnmaps', () =>
    HttpResponse.json({
      columns: [{ columnHeader: 'Carats', customerStoneProperty: null, suggestion: 'weight' }],
      values: [],
    }),
  );
  const user = world.show('/reassort?customer=7&view=Metadata');
  const columns = await table('Column mapping');
  await user.click(await columns.findByRole('button', { name: 'Add row' }));
  await user.type(columns.getByLabelText('Column heading, row 1'), 'Stone');
  await user.upload(screen.getByLabelText('Learn from a stock file: file'), new File(['x'], 'stock.csv'));
  expect(await columns.findByDisplayValue('Carats')).toBe(columns.getByLabelText('Column heading, row 1'));
  expect(columns.getByLabelText('Column heading, row 2')).toHaveValue('Stone');
});

it('a row that lacks a cell is not saved, and stays', async () => {
  withWords();
  world.respond('POST /reassortment/setstores', ({ body }) => HttpResponse.json(body));
  const user = world.show('/reassort?customer=7&view=Metadata');
  const stores = await table('Stores');
  for (const [row, id] of ['1', '2'].entries()) {
    await user.click(await stores.findByRole('button', { name: 'Add row' }));
    await user.type(stores.getByLabelText(`Store id, row ${row + 1}`), id);
  }
  await user.type(stores.getByLabelText('Store name, row 1'), 'Main Street');
  await user.click(stores.getByRole('button', { name: 'Save stores' }));
  expect(await screen.findByText('Stores saved')).toBeInTheDocument();
  expect(world.sent.find(({ path }) => path === '/reassortment/setstores')?.body).toEqual([
    { storeId: '1', storeName: 'Main Street' },
  ]);
  expect(stores.getByLabelText('Store name, row 1')).toHaveValue('Main Street');
  expect(stores.getByLabelText('Store id, row 2')).toHaveValue('2');
});

it('a rep reads it, and learns nothing that could not be saved', async () => {
  withWords();
  world.respond('POST /reassortment/getcolumnmaps', () =>
    HttpResponse.json([{ columnHeader: 'Carats', customerStoneProperty: 'weight' }]),
  );
  world.signIn('demo-rep');
  world.show('/reassort?customer=7&view=Metadata');
  expect(await (await table('Column mapping')).findByText('Carats')).toBeVisible();
  expect(screen.queryByLabelText('Learn from a stock file: file')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Save / })).not.toBeInTheDocument();
});

it('what is typed while a save is under way stays, and what was saved comes back beside it no more', async () => {
  withWords();
  const saving = heldAnswer();
  world.respond('POST /reassortment/setstores', () => saving.given);
  const user = world.show('/reassort?customer=7&view=Metadata');
  const stores = await table('Stores');
  for (const [row, id] of ['1', '2'].entries()) {
    await user.click(await stores.findByRole('button', { name: 'Add row' }));
    await user.type(stores.getByLabelText(`Store id, row ${row + 1}`), id);
    await user.type(stores.getByLabelText(`Store name, row ${row + 1}`), `Shop ${id}`);
  }
  await user.click(stores.getByRole('button', { name: 'Save stores' }));
  await user.type(stores.getByLabelText('Store id, row 1'), '0');
  await user.click(stores.getByRole('button', { name: 'Remove row 2' }));
  await user.click(stores.getByRole('button', { name: 'Add row' }));
  await user.type(stores.getByLabelText('Store id, row 2'), '3');
  saving.give(
    HttpResponse.json([
      { storeId: '1', storeName: 'Shop 1' },
      { storeId: '2', storeName: 'Shop 2' },
    ]),
  );
  expect(await screen.findByText('Stores saved')).toBeInTheDocument();
  const ids = stores.getAllByLabelText(/^Store id, row /).map((cell) => (cell as HTMLInputElement).value);
  expect(ids).toEqual(['10', '3']);
});

it('of two who change the stores tells the second, who keeps what was typed and can save both', async () => {
  withWords();
  let rows = [{ storeId: '1', storeName: 'Main Street' }];
  let version = 4;
  const stored = () => HttpResponse.json(rows, { headers: { etag: `"${version}"` } });
  world.respond('POST /reassortment/getstores', stored);
  world.respond('POST /reassortment/setstores', ({ body }) => {
    if (world.sent.at(-1)?.headers.get('if-match') !== `"${version}"`)
      return HttpResponse.json(
        { message: 'ada has changed this list of stores since you opened it.', code: 'CHANGED_MEANWHILE' },
        { status: 402 },
      );
    [rows, version] = [body as unknown as typeof rows, version + 1];
    return stored();
  });
  const user = world.show('/reassort?customer=7&view=Metadata');
  const stores = await table('Stores');
  await user.click(await stores.findByRole('button', { name: 'Add row' }));
  await user.type(stores.getByLabelText('Store id, row 2'), '3');
  await user.type(stores.getByLabelText('Store name, row 2'), 'Mall');
  rows = [...rows, { storeId: '2', storeName: 'Harbour' }];
  version = 5;
  const save = () => user.click(stores.getByRole('button', { name: 'Save stores' }));
  await save();
  expect(
    await screen.findByText('ada has changed this list of stores since you opened it.'),
  ).toBeInTheDocument();
  expect(await stores.findByDisplayValue('Harbour')).toBeInTheDocument();
  expect(stores.getByDisplayValue('Mall')).toBeInTheDocument();
  await save();
  expect(await screen.findByText('Stores saved')).toBeInTheDocument();
  expect(rows.map(({ storeName }) => storeName).toSorted()).toEqual(['Harbour', 'Main Street', 'Mall']);
});

/** The stores as the server has them, which refuses to set them over another version than was read. */
function storesThatOthersChange(rows: { storeId: string; storeName: string }[]) {
  withWords();
  const now = { rows, version: 4 };
  const stored = () => HttpResponse.json(now.rows, { headers: { etag: `"${now.version}"` } });
  world.respond('POST /reassortment/getstores', stored);
  world.respond('POST /reassortment/setstores', ({ body }) => {
    if (world.sent.at(-1)?.headers.get('if-match') !== `"${now.version}"`)
      return HttpResponse.json(
        { message: 'bob has changed this list of stores since you opened it.', code: 'CHANGED_MEANWHILE' },
        { status: 402 },
      );
    [now.rows, now.version] = [body as unknown as typeof rows, now.version + 1];
    return stored();
  });
  return now;
}

/** One comes back to the page, which is read again behind what is typed. */
async function readAgain(): Promise<void> {
  const before = world.calls.length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(world.calls.slice(before)).toContain('POST /reassortment/getstores'));
}

it.each([
  ['was read again behind what is typed', readAgain],
  ['is met by the save alone', () => Promise.resolve()],
])('a colleague’s change of other rows, which %s, is kept and shown', async (_how, comes) => {
  const now = storesThatOthersChange([
    { storeId: '1', storeName: 'Main Street' },
    { storeId: '2', storeName: 'Harbour' },
    { storeId: '3', storeName: 'Mall' },
  ]);
  const user = world.show('/reassort?customer=7&view=Metadata');
  const stores = await table('Stores');
  await user.type(await stores.findByDisplayValue('Main Street'), ' West');
  await user.click(stores.getByRole('button', { name: 'Add row' }));
  await user.type(stores.getByLabelText('Store id, row 4'), '4');
  await user.type(stores.getByLabelText('Store name, row 4'), 'Airport');
  // Given that a colleague renames one store, removes another and adds a third
  now.rows = [
    { storeId: '1', storeName: 'Main Street' },
    { storeId: '2', storeName: 'Port' },
    { storeId: '5', storeName: 'Station' },
  ];
  now.version = 5;
  await comes();
  // When one saves
  await user.click(stores.getByRole('button', { name: 'Save stores' }));
  // Then one learns of it, and what one did not touch is as the colleague left it
  expect(await stores.findByRole('alert')).toHaveTextContent(
    /bob has changed.*2: “Harbour” → “Port”.*3: “Mall” → nothing.*5: nothing → “Station”/,
  );
  expect(now.version).toBe(5);
  await user.click(stores.getByRole('button', { name: 'Save stores' }));
  expect(await screen.findByText('Stores saved')).toBeInTheDocument();
  expect(now.rows.toSorted((a, b) => a.storeId.localeCompare(b.storeId))).toEqual([
    { storeId: '1', storeName: 'Main Street West' },
    { storeId: '2', storeName: 'Port' },
    { storeId: '4', storeName: 'Airport' },
    { storeId: '5', storeName: 'Station' },
  ]);
  expect(stores.queryByRole('alert')).not.toBeInTheDocument();
});

it('clearing what a colleague has changed while one types shows the change, and can be done then', async () => {
  withWords();
  let rows = [{ columnHeader: 'Carats', customerStoneProperty: 'weight' }];
  let version = 4;
  const stored = () => HttpResponse.json(rows, { headers: { etag: `"${version}"` } });
  const message = 'bob has changed this column mapping since you opened it.';
  world.respond('POST /reassortment/getcolumnmaps', stored);
  world.respond('POST /reassortment/clearcolumnmaps', () => {
    if (world.sent.at(-1)?.headers.get('if-match') !== `"${version}"`)
      return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 402 });
    [rows, version] = [[], version + 1];
    return stored();
  });
  const user = world.show('/reassort?customer=7&view=Metadata');
  const columns = await table('Column mapping');
  const clear = async (): Promise<void> => {
    await user.click(await columns.findByRole('button', { name: 'Clear column mapping' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes' })).not.toBeInTheDocument());
  };
  // Given a heading that is typed, and a column that a colleague maps
  await user.type(await columns.findByDisplayValue('Carats'), ' of it');
  rows = [...rows, { columnHeader: 'Form', customerStoneProperty: 'shape' }];
  version = 5;
  // When one clears the mapping
  await clear();
  // Then one learns of it, and can clear it
  expect(await columns.findByRole('alert')).toHaveTextContent(new RegExp(`${message}.*Form.*“shape”`));
  expect(version).toBe(5);
  await clear();
  expect(await screen.findByText('Column mapping cleared')).toBeInTheDocument();
  expect(rows).toEqual([]);
});
