import { beforeEach, expect, it } from 'vitest';
import { forgetUnanswered, noAnswerWords, underKeptKey } from './unanswered-commands.ts';

beforeEach(forgetUnanswered);

let keys = 0;
/** Sends a command; gives the key that it went out under. */
async function sent(command: string, answer: number | 'lost' | 'again soon'): Promise<string> {
  let used = '';
  const sending = underKeptKey(command, `key-${++keys}`, async (key) => {
    used = key;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return answer === 'again soon'
      ? new Response(null, { status: 402, headers: { 'retry-after': '2' } })
      : new Response(null, { status: answer });
  });
  await sending.catch(() => undefined);
  return used;
}

it('a command whose answer was lost keeps its key until an answer has come (rule: Repeated commands)', async () => {
  const first = await sent('order two rings', 'lost');
  expect(await sent('order two rings', 'lost')).toBe(first);
  // A server, or a proxy, that fails does not say whether it was done.
  expect(await sent('order two rings', 502)).toBe(first);
  expect(await sent('order two rings', 200)).toBe(first);
  expect(await sent('order two rings', 200)).not.toBe(first);
});

it('a refusal is an answer', async () => {
  const first = await sent('order', 'lost');
  expect(await sent('order', 402)).toBe(first);
  expect(await sent('order', 200)).not.toBe(first);
});

it('an answer that asks to try again in a moment does not say whether it was done either', async () => {
  const first = await sent('order two rings', 'again soon');
  expect(await sent('order two rings', 'again soon')).toBe(first);
  expect(await sent('order two rings', 200)).toBe(first);
  expect(await sent('order two rings', 200)).not.toBe(first);
});

it('another command has another key, and several are kept until each is answered', async () => {
  const rings = await sent('order rings', 'lost');
  const chains = await sent('order chains', 'lost');
  expect(chains).not.toBe(rings);
  expect(await sent('order rings', 200)).toBe(rings);
  expect(await sent('order chains', 200)).toBe(chains);
});

it('once another command was answered, the same one is a new command', async () => {
  const carted = await sent('put into the cart', 'lost');
  await sent('take out of the cart', 200);
  expect(await sent('put into the cart', 200)).not.toBe(carted);
});

/** A command under way, with its answer still to come. */
function underWay(command: string): { answer: () => Promise<unknown> } {
  let answered = (_response: Response): void => undefined;
  const response = new Promise<Response>((resolve) => (answered = resolve));
  const sending = underKeptKey(command, `key-${++keys}`, () => response);
  return {
    answer: () => {
      answered(new Response(null, { status: 200 }));
      return sending;
    },
  };
}

it('the answer to a command that was sent before says nothing of a later one whose answer was lost', async () => {
  const cart = underWay('put into the cart');
  const rings = await sent('order two rings', 'lost');
  await cart.answer();
  expect(await sent('order two rings', 200)).toBe(rings);
});

it('nor of one that was tried again after it', async () => {
  const rings = await sent('order two rings', 'lost');
  const cart = underWay('put into the cart');
  expect(await sent('order two rings', 'lost')).toBe(rings);
  await cart.answer();
  expect(await sent('order two rings', 200)).toBe(rings);
});

it('the words say what is known', () => {
  expect(noAnswerWords({ command: true, sent: true })).toMatch(/may have been done or not/);
  expect(noAnswerWords({ command: true, sent: false })).toMatch(/Nothing was changed/);
  expect(noAnswerWords({ command: false, sent: true })).not.toMatch(/changed|done/);
});
