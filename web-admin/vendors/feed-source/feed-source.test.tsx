import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { FeedSourceResource } from '#contracts/api/feed-sources.ts';
import { WEEKDAYS } from '#contracts/vendor/feed-schedule.ts';
import { heldAnswer } from '../../testing/held-answer.ts';
import { list, officeWorld } from '../../testing/render-back-office.tsx';
import { KINDS } from '../feed-runs/feed-run-words.ts';
import { madeVendor } from '../testing/made-vendor.ts';

const world = officeWorld();
const PATH = '/api/vendors/1/feed-source';
const NONE: FeedSourceResource = {
  vendorId: 1,
  place: null,
  kind: 'FULL',
  schedule: null,
  nextAt: null,
  asked: false,
  lastTriedAt: null,
  outcome: null,
  reason: null,
  runId: null,
  skipped: [],
  allowedHosts: ['feeds.example.com'],
  version: '0',
};
const FETCHED: FeedSourceResource = {
  ...NONE,
  place: { type: 'HTTPS', url: 'https://feeds.example.com/a.csv?token=***' },
  schedule: { days: ['MON', 'FRI'], at: '06:30', everyHours: null },
  nextAt: '2026-11-27T11:30:00.000Z',
  lastTriedAt: '2026-11-23T11:30:00.000Z',
  outcome: 'FAILED',
  reason: 'feeds.example.com answers with status 503 instead of the file.',
  runId: 'run-1',
};

beforeEach(() => {
  world.respond('GET /api/vendors', () => list([madeVendor(1, 'Antwerp Rounds')]));
  world.respond('GET /api/vendors/1', () => HttpResponse.json(madeVendor(1, 'Antwerp Rounds')));
});

it('given no source, when a folder and a schedule are chosen and saved, then they are sent', async () => {
  world.respond(`GET ${PATH}`, () => HttpResponse.json(NONE));
  world.respond(`PUT ${PATH}`, () =>
    HttpResponse.json({ ...NONE, place: { type: 'FOLDER', folder: 'antwerp' }, nextAt: FETCHED.nextAt }),
  );
  const user = world.show('/vendors/1/feed');
  const source = await screen.findByLabelText('Source');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(source, 'FOLDER');
  expect(screen.getByRole('alert')).toHaveTextContent('Give a name of letters');
  await user.type(screen.getByLabelText('Folder'), 'antwerp');
  await user.selectOptions(screen.getByLabelText('How often'), '4');
  await user.click(within(screen.getByRole('group', { name: 'On' })).getByLabelText('Sunday'));
  await user.click(save);
  expect(await screen.findByText('Feed Source Saved')).toBeInTheDocument();
  expect(save).toHaveFocus();
  expect(world.sent.find(({ path, body }) => path === PATH && body)?.body).toEqual({
    place: { type: 'FOLDER', folder: 'antwerp' },
    kind: 'FULL',
    schedule: { days: WEEKDAYS.slice(1), at: '06:00', everyHours: 4 },
  });
});

it('given a source that fails, when it is looked at, then why not is there, and it can be fetched now', async () => {
  world.respond(`GET ${PATH}`, () =>
    HttpResponse.json({ ...FETCHED, skipped: ['tuesday.csv', 'part 2.csv'] }),
  );
  world.respond(`POST ${PATH}/fetch`, () => HttpResponse.json({ ...FETCHED, asked: true }));
  const user = world.show('/vendors/1/feed');
  expect(await screen.findByText(/answers with status 503/)).toBeInTheDocument();
  expect(screen.getByText('tuesday.csv, part 2.csv')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show the run' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/feed-runs\/run-1\/show$/),
  );
  expect(screen.getByLabelText('Address')).toHaveValue('https://feeds.example.com/a.csv?token=***');
  expect(screen.getByText(/Of feeds\.example\.com\./)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Fetch now' }));
  const fetching = await screen.findByRole('button', { name: 'Fetching…' });
  expect(fetching).toHaveAttribute('aria-disabled', 'true');
  expect(fetching).toHaveFocus();
});

it('given a save under way, when one types on, then that stays and is not saved yet', async () => {
  const saving = heldAnswer();
  world.respond(`GET ${PATH}`, () => HttpResponse.json(NONE));
  world.respond(`PUT ${PATH}`, () => saving.given);
  const user = world.show('/vendors/1/feed');
  await user.selectOptions(await screen.findByLabelText('Source'), 'FOLDER');
  await user.type(screen.getByLabelText('Folder'), 'antwerp');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText('Folder'), '2');
  saving.give(HttpResponse.json({ ...NONE, place: { type: 'FOLDER', folder: 'antwerp' } }));
  expect(await screen.findByText('Feed Source Saved')).toBeInTheDocument();
  expect(screen.getByLabelText('Folder')).toHaveValue('antwerp2');
  expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-disabled');
});

it('given two who save, when the second does, then what the first saved is there under what was typed', async () => {
  const folder = (name: string) => ({ type: 'FOLDER' as const, folder: name });
  let now = { ...FETCHED, place: folder('antwerp'), version: '3' };
  const message = 'ada has changed this feed source since you opened it.';
  world.respond(`GET ${PATH}`, () => HttpResponse.json(now));
  world.respond(`PUT ${PATH}`, ({ body }) => {
    if (world.sent.at(-1)?.headers.get('if-match') !== `"${now.version}"`)
      return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });
    now = { ...now, ...body, version: '5' };
    return HttpResponse.json(now);
  });
  const user = world.show('/vendors/1/feed');
  const at = await screen.findByLabelText('At');
  now = {
    ...now,
    place: folder('mumbai'),
    kind: 'ADDITIONS',
    schedule: { days: ['TUE', 'WED'], at: '06:30', everyHours: 4 },
    version: '4',
  };
  await user.clear(at);
  await user.type(at, '09:15');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('Folder: “antwerp” → “mumbai”')).toBeVisible();
  expect(screen.getByText(`The file is: “${KINDS.FULL}” → “${KINDS.ADDITIONS}”`)).toBeVisible();
  expect(screen.getByText('How often: “Once a day” → “Every 4 hours”')).toBeVisible();
  expect(screen.getByText('On: “Monday, Friday” → “Tuesday, Wednesday”')).toBeVisible();
  expect(screen.getByLabelText('Folder')).toHaveValue('mumbai');
  expect(screen.getByLabelText('From')).toHaveValue('09:15');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Feed Source Saved')).toBeInTheDocument();
  expect(now).toMatchObject({ place: folder('mumbai'), schedule: { at: '09:15' } });
});
