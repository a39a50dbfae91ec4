import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FeedFile, FeedPreview } from '#contracts/api/vendor-feeds.ts';
import { heldAnswer } from '../../testing/held-answer.ts';
import { officeWorld } from '../../testing/render-back-office.tsx';
import { madeVendor } from '../testing/made-vendor.ts';

const world = officeWorld();
const AS_FOUND = { decimalSign: null, weightUnit: null, discountUnit: null, discountSign: null };
const column = (heading: string, samples: string[], more: Partial<FeedFile['columns'][number]> = {}) => ({
  heading,
  samples,
  mapped: null,
  suggestion: null,
  ...more,
});
const FILE: FeedFile = {
  fileId: 'abc',
  fileName: 'stock.csv',
  sheet: null,
  headingRow: 3,
  columns: [
    column('Stock #', ['1001', '1002'], { mapped: 'parcelName' }),
    column('Weight', ['1,01'], { suggestion: 'weight' }),
    column('Ref', ['x'], { suggestion: 'parcelName' }),
    column('Note', []),
  ],
  conventions: { ...AS_FOUND, decimalSign: 'COMMA' },
};
const PREVIEW: FeedPreview = {
  refusal: null,
  rows: [
    { row: 4, stone: { parcelName: 'AR1001', weight: '1.01' }, problems: [] },
    {
      row: 5,
      stone: { parcelName: 'AR1002' },
      problems: [{ row: 5, column: 'Weight', value: '0', message: 'is no weight.' }],
    },
  ],
};

beforeEach(() => {
  world.respond('GET /api/vendors/1', () => HttpResponse.json(madeVendor(1, 'Antwerp Rounds')));
  world.respond('GET /api/vendors/1/feed-mapping', () =>
    HttpResponse.json({
      columns: [{ vendorColumnId: 1, vendorId: 1, vendorColumnHeader: 'Old #', attribute: 'parcelName' }],
      conventions: AS_FOUND,
      version: '1',
    }),
  );
  world.respond('POST /api/vendors/1/feed-preview', () => HttpResponse.json(PREVIEW));
});

it('shows what is saved, and who may not upload is not offered to', async () => {
  world.show('/vendors/1/columns');
  expect(await screen.findByRole('combobox', { name: 'Old # stands for' })).toHaveValue('parcelName');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
});

it('a file’s headings are suggested and previewed; then the mapping is saved', async () => {
  world.answerWith('/api/vendors/1/feed-files', { status: 200, body: FILE });
  const user = world.show('/vendors/1/columns');
  const input = await screen.findByLabelText('Choose a file: file');
  await user.upload(input, new File(['x'], 'stock.csv', { type: 'text/csv' }));
  expect(await screen.findByText('stock.csv: headings in row 3.')).toBeInTheDocument();
  const headings = within(await screen.findByRole('region', { name: 'Headings of the file, scrolls' }));
  expect(headings.getByRole('combobox', { name: 'Stock # stands for' })).toHaveValue('parcelName');
  expect(headings.getByRole('combobox', { name: 'Weight stands for' })).toHaveValue('weight');
  expect(headings.getByRole('combobox', { name: 'Ref stands for' })).toHaveValue('');
  expect(headings.getAllByText('Suggested')).toHaveLength(1);
  expect(screen.getByText(/no longer mapped once saved: Old #/)).toBeInTheDocument();
  expect(screen.getByLabelText('Decimal sign')).toHaveValue('COMMA');
  expect(await screen.findByText('2 rows read, 1 with a fault.')).toBeInTheDocument();
  expect(screen.getByText('is no weight.', { exact: false })).toHaveTextContent('Weight 0 is no weight.');

  const stones = within(screen.getByRole('region', { name: 'First rows as stones, scrolls' }));
  const figures = ['columnheader', 'cell'].flatMap((role) =>
    stones.getAllByRole(role).filter((cell) => cell.dataset['figure'] !== undefined),
  );
  expect(figures.map(({ textContent }) => textContent)).toEqual(['Weight', '1.01', '']);

  await user.selectOptions(headings.getByRole('combobox', { name: 'Ref stands for' }), 'Stock number');
  expect(screen.getByText('Two headings stand for the same: Stock number.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.selectOptions(headings.getByRole('combobox', { name: 'Ref stands for' }), 'Left aside');

  world.respond('PUT /api/vendors/1/feed-mapping', ({ body }) =>
    HttpResponse.json({
      columns: (body['columns'] as object[]).map((one, place) => ({
        vendorColumnId: place + 1,
        vendorId: 1,
        ...one,
      })),
      conventions: body['conventions'] as object,
      version: '2',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Column Mapping Saved')).toBeInTheDocument();
  expect(world.sent.find(({ path }) => path === '/api/vendors/1/feed-mapping')?.body).toEqual({
    columns: [
      { vendorColumnHeader: 'Stock #', attribute: 'parcelName' },
      { vendorColumnHeader: 'Weight', attribute: 'weight' },
    ],
    conventions: { ...AS_FOUND, decimalSign: 'COMMA' },
  });
  expect(headings.queryByText('Suggested')).toBeNull();
});

it('asks before a mapping that is not saved is left', async () => {
  world.answerWith('/api/vendors/1/feed-files', { status: 200, body: FILE });
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const user = world.show('/vendors/1/columns');
  await user.upload(await screen.findByLabelText('Choose a file: file'), new File(['x'], 'stock.csv'));
  await screen.findByText('2 rows read, 1 with a fault.');
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  expect(asked).toHaveBeenCalledOnce();
  expect(screen.getByRole('combobox', { name: 'Weight stands for' })).toHaveValue('weight');
  asked.mockReturnValue(true);
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
});

it('a file that cannot be read says why', async () => {
  const message = 'It has no heading row.';
  world.answerWith('/api/vendors/1/feed-files', { status: 422, body: { message } });
  const user = world.show('/vendors/1/columns');
  await user.upload(await screen.findByLabelText('Choose a file: file'), new File(['x'], 'stock.csv'));
  expect(await screen.findByText(message)).toBeInTheDocument();
});

it('what is mapped while a save is under way stays, and is not saved yet', async () => {
  const saving = heldAnswer();
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  asked.mockClear();
  world.answerWith('/api/vendors/1/feed-files', { status: 200, body: FILE });
  world.respond('PUT /api/vendors/1/feed-mapping', () => saving.given);
  const user = world.show('/vendors/1/columns');
  await user.upload(await screen.findByLabelText('Choose a file: file'), new File(['x'], 'stock.csv'));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Note stands for' }), 'Colour');
  saving.give(HttpResponse.json({ columns: [], conventions: AS_FOUND, version: '2' }));
  expect(await screen.findByText('Column Mapping Saved')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Note stands for' })).toHaveValue('colour');
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  expect(asked).toHaveBeenCalledOnce();
});

it('a mapping that somebody else has changed is shown before it is saved over', async () => {
  world.answerWith('/api/vendors/1/feed-files', { status: 200, body: FILE });
  const column = { vendorColumnId: 1, vendorId: 1, vendorColumnHeader: 'Old #', attribute: 'parcelName' };
  const message = 'Somebody has changed this column mapping since you opened it.';
  world.respond('PUT /api/vendors/1/feed-mapping', () => {
    const others = { columns: [{ ...column, attribute: 'weight' }], conventions: AS_FOUND, version: '2' };
    if (world.sent.at(-1)?.headers.get('if-match') === '"2"')
      return HttpResponse.json({ ...others, version: '3' });
    world.respond('GET /api/vendors/1/feed-mapping', () => HttpResponse.json(others));
    return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });
  });
  const user = world.show('/vendors/1/columns');
  await user.upload(await screen.findByLabelText('Choose a file: file'), new File(['x'], 'stock.csv'));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(/^Old #: “.*” → “Weight”$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Column Mapping Saved')).toBeInTheDocument();
  expect(screen.queryByText(message)).toBeNull();
});

it('what somebody else has mapped meanwhile is saved with what one mapped oneself', async () => {
  const saved = (attributes: Record<string, string>, conventions: object, version: string) => ({
    columns: Object.entries(attributes).map(([vendorColumnHeader, attribute], place) => ({
      vendorColumnId: place + 1,
      vendorId: 1,
      vendorColumnHeader,
      attribute,
    })),
    conventions: { ...AS_FOUND, ...conventions },
    version,
  });
  const message = 'Somebody has changed this column mapping since you opened it.';
  let now = saved({ 'Old #': 'parcelName', Ct: 'weight', Col: 'colour' }, {}, '1');
  const path = '/api/vendors/1/feed-mapping';
  world.respond(`GET ${path}`, () => HttpResponse.json(now));
  world.respond(`PUT ${path}`, () =>
    world.sent.at(-1)?.headers.get('if-match') === `"${now.version}"`
      ? HttpResponse.json({ ...now, version: '3' })
      : HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 }),
  );
  const user = world.show('/vendors/1/columns');
  const heading = (name: string) => screen.getByRole('combobox', { name: `${name} stands for` });
  await screen.findByRole('combobox', { name: 'Col stands for' });
  now = saved(
    { 'Old #': 'parcelName', Ct: 'weight', Col: 'clarity', Lab: 'lab' },
    { weightUnit: 'POINTS' },
    '2',
  );
  await user.selectOptions(heading('Old #'), 'Left aside');
  await user.selectOptions(screen.getByLabelText('Decimal sign'), 'COMMA');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('Weights are: “As each file shows” → “Points: 101”')).toBeVisible();
  expect(heading('Col')).toHaveValue('clarity');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Column Mapping Saved')).toBeInTheDocument();
  expect(world.sent.findLast((call) => call.path === path)?.body).toEqual({
    columns: [
      { vendorColumnHeader: 'Ct', attribute: 'weight' },
      { vendorColumnHeader: 'Col', attribute: 'clarity' },
      { vendorColumnHeader: 'Lab', attribute: 'lab' },
    ],
    conventions: { ...AS_FOUND, decimalSign: 'COMMA', weightUnit: 'POINTS' },
  });
});
