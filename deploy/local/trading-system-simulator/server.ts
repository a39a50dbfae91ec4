import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { z } from 'zod';
import {
  firstProblem,
  instructionOnTheWire,
  isTradingInstance,
  TRADING_INSTANCES,
  type TradingInstance,
} from '#contracts/trading-system/wire.ts';
import type { Ledger } from './ledger.ts';
import { behaviourSchema, misbehaviour } from './misbehaviour.ts';

const MAX_BODY_BYTES = 1024 * 1024;

class BadRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Answer = { status: number; body: unknown };

const emitSchema = z.object({ instance: z.enum(TRADING_INSTANCES), documents: z.array(z.unknown()) });
const delaySchema = z.object({ seconds: z.number().nonnegative() });

export type SimulatorOptions = {
  ledger: Ledger;
  /** Milliseconds from an instruction to its document, from now on. Only with test hooks. */
  setDelay: (ms: number) => void;
  testHooks: boolean;
  onError: (error: unknown) => void;
};

/** The HTTP side of the simulated trading system (rule: Simulator); the caller listens and closes. */
export function simulatorServer({ ledger, setDelay, testHooks, onError }: SimulatorOptions): Server {
  const behaviour = misbehaviour();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Answer | null> {
    const url = new URL(request.url ?? '/', 'http://peer');
    const parts = url.pathname.split('/').slice(1).map(decoded);
    const [first = '', resource = '', ...rest] = parts;
    if (testHooks && first === 'test-hooks') return hook(resource, request);
    if (!isTradingInstance(first))
      throw new BadRequest(404, `unknown instance; one of ${TRADING_INSTANCES.join(', ')}`);
    const left = await behaviour.play(first, response);
    if (left === 'nothing') return null;
    const reply = await work(first, resource, rest, url, request);
    if (left === 'answer') return reply;
    response.destroy();
    return null;
  }

  async function work(
    instance: TradingInstance,
    resource: string,
    rest: readonly string[],
    url: URL,
    request: IncomingMessage,
  ): Promise<Answer> {
    if (request.method === 'GET' && resource === 'documents' && rest.length === 0) {
      return { status: 200, body: await ledger.documentsAfter(instance, afterOf(url)) };
    }
    if (request.method === 'POST' && resource === 'instructions' && rest.length === 0) {
      const instruction = await read(instructionOnTheWire, request);
      await ledger.accept(instance, instruction);
      return {
        status: 202,
        body: {
          accepted: true,
          instructionId: instruction.instructionId,
          parcelName: instruction.parcelName,
        },
      };
    }
    if (request.method === 'DELETE' && resource === 'instructions' && rest.length === 2) {
      return {
        status: 200,
        body: { withdrawn: await ledger.withdraw(instance, rest[0] ?? '', rest[1] ?? '') },
      };
    }
    throw new BadRequest(404, 'there is nothing here');
  }

  async function hook(name: string, request: IncomingMessage): Promise<Answer> {
    if (name === 'instructions' && request.method === 'GET') {
      const all = await Promise.all(
        TRADING_INSTANCES.map(async (instance) => [instance, await ledger.instructions(instance)] as const),
      );
      return { status: 200, body: Object.fromEntries(all) };
    }
    if (request.method !== 'POST') throw new BadRequest(404, 'there is nothing here');
    if (name === 'behaviour') behaviour.set(await read(behaviourSchema, request));
    else if (name === 'delay') setDelay((await read(delaySchema, request)).seconds * 1000);
    else if (name === 'documents') {
      const { instance, documents } = await read(emitSchema, request);
      await ledger.emit(instance, documents);
    } else throw new BadRequest(404, 'there is nothing here');
    return { status: 200, body: { done: true } };
  }

  return createServer((request, response) => {
    answer(request, response)
      .catch((error: unknown): Answer => {
        if (error instanceof BadRequest) return { status: error.status, body: { message: error.message } };
        onError(error);
        return { status: 503, body: { message: 'the ledger cannot be reached; try again' } };
      })
      .then((reply) => {
        if (reply === null) return;
        response
          .writeHead(reply.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply.body));
      }, onError);
  });
}

function afterOf(url: URL): number {
  const after = url.searchParams.get('after') ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw new BadRequest(400, 'after: a cursor as a former answer gave it');
  return Number(after);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) throw new BadRequest(400, 'the address is not well encoded');
    throw error;
  }
}

async function read<T>(schema: z.ZodType<T>, request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new BadRequest(413, `a body has at most ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body = schema.safeParse(parsed(Buffer.concat(chunks).toString('utf8')));
  if (!body.success) throw new BadRequest(400, firstProblem(body.error));
  return body.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadRequest(400, 'the body is not JSON');
    throw error;
  }
}
