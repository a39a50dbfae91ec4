import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  LIST_FACTS,
  LIST_NAMES,
  programEntries,
  type AttributeListName,
  type AttributeListResource,
} from '#contracts/api/attribute-lists.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

const madeList = (
  id: AttributeListName,
  more: Partial<AttributeListResource> = {},
): AttributeListResource => ({
  id,
  title: LIST_FACTS[id].title,
  entries: programEntries(id).map(({ value, order, isFancy: _, gradeSet: __, ...program }) => ({
    value,
    order,
    ...program,
    program,
  })),
  ownWords: 0,
  version: '0',
  changes: [],
  ...more,
});
/** Shapes whose round is called something else, since version 1. */
const renamed = (more: Partial<AttributeListResource> = {}): AttributeListResource => {
  const shapes = madeList('shapes');
  shapes.entries[0]!.description = 'Brilliant';
  const words = [{ value: 'RD', field: 'description', from: 'Round', to: 'Brilliant' }];
  const changes = [{ by: 'ada', at: '2026-11-20T10:00:00.000Z', words }];
  return { ...shapes, ownWords: 1, version: '1', changes, ...more };
};

let shapes: AttributeListResource;
beforeEach(() => {
  shapes = madeList('shapes');
  world.respond('GET /api/attribute-lists', () =>
    list(LIST_NAMES.map((name) => (name === 'shapes' ? shapes : madeList(name)))),
  );
  world.respond('GET /api/attribute-lists/shapes', () => HttpResponse.json(shapes));
  world.respond('PUT /api/attribute-lists/shapes', () => HttpResponse.json(renamed()));
});

const opened = async (id = 'shapes', title = 'Shapes') => {
  const user = world.show(`/attribute-lists/${id}`);
  await screen.findByRole('heading', { level: 1, name: title });
  return user;
};
const retype = async (user: Awaited<ReturnType<typeof opened>>, label: string, text: string) => {
  await user.clear(await screen.findByLabelText(label));
  if (text !== '') await user.type(screen.getByLabelText(label), text);
};
const save = () => screen.getByRole('button', { name: 'Save' });
const sent = () => world.sent.filter(({ path }) => path === '/api/attribute-lists/shapes');

describe('Attribute lists in the back office', () => {
  it('are nine, each with who changed it last', async () => {
    shapes = renamed();
    world.show('/attribute-lists');
    expect(await screen.findByText('9 lists')).toBeInTheDocument();
    const row = (await screen.findByRole('link', { name: 'Shapes' })).closest('tr')!;
    expect(within(row).getByText(/by ada$/)).toBeInTheDocument();
    expect(screen.getAllByText('Codes only')).toHaveLength(2);
  });

  it('a word is saved with the version that was read', async () => {
    const user = await opened();
    await retype(user, 'RD', 'Brilliant');
    await user.click(save());
    expect(await screen.findByText('Shapes was saved.')).toBeInTheDocument();
    expect(sent()[0]?.headers.get('if-match')).toBe('"0"');
    expect(sent()[0]?.body).toMatchObject({
      entries: { 0: { value: 'RD', description: 'Brilliant', blDescription: 'Round Brilliant' } },
    });
  });

  it('what cannot be is shown at its field, before anything is sent', async () => {
    const user = await opened();
    await retype(user, 'RD', 'oval');
    await retype(user, 'EM, cut BL', '');
    await user.click(save());
    expect(await screen.findByText('OV is known by this name.')).toBeInTheDocument();
    expect(screen.getByText('Give a name.')).toBeInTheDocument();
    expect(screen.getByLabelText('RD')).toHaveAttribute('aria-invalid', 'true');
    expect(sent()).toEqual([]);
  });

  it('what the server refuses is shown at its field', async () => {
    const user = await opened();
    const message = 'entries.1.description: another has it.';
    world.answerWith('/api/attribute-lists/shapes', {
      status: 422,
      body: { message, field: 'entries.1.description' },
    });
    await retype(user, 'OV', 'Ellipse');
    await user.click(save());
    const words = 'Description: another has it.';
    expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeInTheDocument();
    expect(screen.getByLabelText('OV')).toHaveValue('Ellipse');
  });

  it('of two who edit one list the second gets a message, keeps what was typed, and overwrites nothing else', async () => {
    const user = await opened();
    await retype(user, 'OV', 'Ellipse');
    const message = 'ada has changed this list since you opened it. Nothing of yours was saved.';
    world.respond('PUT /api/attribute-lists/shapes', () =>
      HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 }),
    );
    shapes = renamed();
    await user.click(save());
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await screen.findByText('RD: Round → Brilliant')).toBeInTheDocument();
    // The form is filled anew a moment after the notice.
    await waitFor(() => expect(screen.getByLabelText('RD')).toHaveValue('Brilliant'));
    expect(screen.getByLabelText('OV')).toHaveValue('Ellipse');
    world.respond('PUT /api/attribute-lists/shapes', () => HttpResponse.json({ ...shapes, version: '3' }));
    await user.click(save());
    await screen.findByText('Shapes was saved.');
    expect(sent().at(-1)?.headers.get('if-match')).toBe('"1"');
    expect(sent().at(-1)?.body).toMatchObject({
      entries: { 0: { description: 'Brilliant' }, 1: { description: 'Ellipse' } },
    });
  });

  it.each([
    ['one who types over it is warned', 'Ellipse'],
    ['one who types nothing is not', null],
  ])('when a colleague’s word has a reset refused, %s', async (_, typed) => {
    // Given a word that a colleague changes, which may be typed meanwhile
    shapes = renamed();
    const user = await opened();
    if (typed !== null) await retype(user, 'OV', typed);
    shapes = renamed({ version: '2' });
    shapes.entries[1]!.description = 'Egg';
    const message = 'ada has changed this list since you opened it. Nothing of yours was saved.';
    world.respond('PUT /api/attribute-lists/shapes', () =>
      HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 }),
    );
    // When one resets the list, which reads it again
    await user.click(screen.getByRole('button', { name: 'Reset to default' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    // Then one learns of it before what was typed is saved over it
    const notice = 'Somebody has changed this attribute list since you opened it.';
    if (typed !== null) expect(await screen.findByText(notice)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('OV')).toHaveValue(typed ?? 'Egg'));
    if (typed === null) expect(screen.queryByText(notice)).not.toBeInTheDocument();
  });

  it('a word, and the whole list, can be reset', async () => {
    shapes = renamed();
    const user = await opened();
    await user.click(screen.getByRole('button', { name: 'Reset RD to Round' }));
    expect(screen.getByLabelText('RD')).toHaveValue('Round');
    expect(screen.queryByRole('button', { name: 'Reset RD to Round' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reset to default' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Shapes was reset.')).toBeInTheDocument();
    expect(sent()[0]?.headers.get('if-match')).toBe('"1"');
    expect(sent()[0]?.body).toEqual({ entries: shapes.entries.map(({ value }) => ({ value })) });
  });

  it('of clarities there is nothing to edit, and it says why', async () => {
    await opened('clarities', 'Clarities');
    expect(screen.getByText(/are built in/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('a sales rep reads that it is for administrators', async () => {
    world.signIn('demo-rep');
    world.show('/attribute-lists/shapes');
    expect(await screen.findByText('This page is for administrators')).toBeInTheDocument();
    expect(world.calls).not.toContain('GET /api/attribute-lists/shapes');
  });
});
