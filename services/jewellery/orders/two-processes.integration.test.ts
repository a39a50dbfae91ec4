import { afterAll, expect, test } from 'vitest';
import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { WrongExpectedRevision } from '#services/platform/event-store/index.ts';
import { appendEvents, deriveId, loadStream } from '#services/platform/commands/index.ts';
import { decideRequest } from '#services/stones/index.ts';
import { allotPieces, FILLING } from './allot-pieces.ts';
import { cancelBackOrder } from './cancel-back-order.ts';
import { finishModelsRequest } from './finish-models-request.ts';
import { requestModels } from './request-models.ts';
import { anotherProcess, asked, mine, startShop, times } from './testing/model-shop.ts';

const { vitrine, aModel, open, returnAll } = await startShop();
afterAll(() => vitrine.close());

const birch = {
  actor: { username: 'birch', role: 'customer' },
  staff: false,
  customerId: 8,
  seesValues: true,
} as const;

test('of two processes that chose different pieces for one request, both answer what is recorded', async () => {
  const { model, names } = await aModel(2);
  const alder = await vitrine.as('alder');
  expect((await asked(alder, [model])).done).toEqual([names[0]]);
  await vitrine.shown();

  const request = (process: ReturnType<typeof anotherProcess>) =>
    requestModels(process, birch, { models: [model], key: 'one key' });
  const { events } = vitrine.context;
  let first: ReturnType<typeof request> | undefined;
  const slow = {
    ...events,
    // The older piece comes back, and the other process takes it, after this one has chosen the younger.
    append: async (...args: Parameters<typeof events.append>) => {
      if (!first) {
        await returnAll(alder);
        await vitrine.shown();
        first = request(anotherProcess(vitrine));
        await first;
      }
      return events.append(...args);
    },
  };
  const second = await request({ ...anotherProcess(vitrine), events: slow });
  expect(second).toEqual(await first);
  expect(second.done).toEqual([names[0]]);
  await vitrine.shown();
  expect(await mine(await vitrine.as('birch'))).toEqual([names[0]]);
});

test('of two processes that chose different pieces for one order, the slower decides anew', async () => {
  const { names } = await aModel(2);
  const { context } = vitrine;
  const loaded = await loadStream(context, customerStream(8), customerFold);
  const instructionId = deriveId('allotment', 'an order', 0);
  const choices = await Promise.all(
    names.map((name) =>
      decideRequest(anotherProcess(vitrine), birch, loaded.state, {
        instructionId,
        line: 'jewellery',
        parcelNames: [name],
      }),
    ),
  );
  const [faster, slower] = choices.map(
    (placed) => () =>
      allotPieces(anotherProcess(vitrine), 8, loaded, {
        allotments: [
          { orderId: 'an order', parcelNames: placed.parcels.map(({ parcelName }) => parcelName) },
        ],
        placed,
        command: { commandId: instructionId, actor: FILLING },
      }),
  );
  expect((await faster!()).done).toEqual([names[0]]);
  await expect(slower!()).rejects.toThrow(WrongExpectedRevision);
  await vitrine.shown();
  expect(await mine(await vitrine.as('birch'))).not.toContain(names[1]);
});

test('given a killed request whose pieces the read models do not show yet, it is finished once they do', async () => {
  const { model, names } = await aModel(1);
  const process = anotherProcess(vitrine);
  const requestId = `killed-${model}`;
  const lines = [{ orderId: `order-${model}`, model, quantity: 1 }];
  const data = { requestId, lines, effectiveAt: process.clock().toISOString() };
  await appendEvents(
    process,
    await loadStream(process, customerStream(8), customerFold),
    [{ type: 'ModelsRequested', id: deriveId(requestId), data }],
    { commandId: 'killed', actor: birch.actor, bodyHash: 'x' },
  );
  const behind = { ...process, positions: { ...process.positions, waitForPosition: async () => false } };
  await expect(finishModelsRequest(behind, 8, requestId, true)).rejects.toMatchObject({
    code: 'READ_MODEL_BEHIND',
  });
  await finishModelsRequest(process, 8, requestId, true);
  const { state } = await loadStream(process, customerStream(8), customerFold);
  expect(state.orders.finished.at(-1)).toMatchObject({ requestId, done: names, backOrdered: [] });
});

test('given a piece being allotted that another customer took, a cancelled order does not wait again for it', async () => {
  const [{ model }, other] = [await aModel(0), await aModel(1)];
  const [order] = (await asked(await vitrine.as('birch'), times(model, 2))).backOrdered;
  const orderId = order!.orderId;
  const process = anotherProcess(vitrine);
  const loaded = await loadStream(process, customerStream(8), customerFold);
  const instructionId = deriveId('allotment', orderId, 0);
  const parcelNames = [...other.names];
  const placed = await decideRequest(process, birch, loaded.state, {
    instructionId,
    line: 'jewellery',
    parcelNames,
  });
  expect((await asked(await vitrine.as('alder'), [other.model])).done).toEqual(parcelNames);
  // As a process leaves it that was killed before it requested the piece.
  await appendEvents(
    process,
    loaded,
    [
      {
        type: 'PiecesAllotted',
        id: deriveId(instructionId, 'allotted'),
        data: { instructionId, allotments: [{ orderId, parcelNames }], effectiveAt: placed.effectiveAt },
      },
      { type: 'InstructionPlaced', id: deriveId(instructionId, 'placed'), data: placed },
    ],
    { commandId: instructionId, actor: FILLING },
  );
  await vitrine.shown();

  const cancelled = () => cancelBackOrder(process, birch, { orderId, key: 'cancel all', customerId: 8 });
  const position = await cancelled();
  expect(await cancelled()).toEqual(position);
  const { state } = await loadStream(process, customerStream(8), customerFold);
  expect(state.instructions.open).toEqual([]);
  await vitrine.shown();
  expect(await open(model)).toEqual([]);
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});
