import type { z } from 'zod';
import { DeadlinePassed, withDeadline } from '#services/platform/reactors/index.ts';
import {
  documentsPage,
  firstProblem,
  postingReply,
  withdrawalReply,
} from '#contracts/trading-system/wire.ts';
import type { Instruction, TradingInstance } from '#contracts/trading-system/wire.ts';

/** The peer was slow, down, refused, or sent what cannot be used; the message names which (rule: Sync). */
export class PeerFailure extends Error {
  override readonly name = 'PeerFailure';
}

type Page = { documents: unknown[]; cursor: string };

/** The external trading system as this side sees it. Every call throws PeerFailure when the peer does not do its part. */
export type TradingSystem = {
  /** The documents after the cursor; from the first when it is null. */
  documentsAfter(instance: TradingInstance, cursor: string | null, signal?: AbortSignal): Promise<Page>;
  /** Resolves when the peer has accepted the instruction, now or before. */
  post(instance: TradingInstance, instruction: Instruction, signal?: AbortSignal): Promise<void>;
  /** Takes an instruction back that was undone; false when its document exists already, or the peer never had it. */
  withdraw(
    instance: TradingInstance,
    instructionId: string,
    parcelName: string,
    signal?: AbortSignal,
  ): Promise<boolean>;
};

export type TradingSystemOptions = {
  /** http(s) address that the paths of the peer's calls are added to. */
  baseUrl: string;
  /** For a whole exchange, its last byte included; 10,000 ms when left out. */
  timeoutMs?: number;
  /** Most bytes of an answer; 4 MiB when left out. */
  maxBytes?: number;
};

/** Speaks to the peer over HTTP with a bounded time and a bounded size for every answer; redirections are refused. */
export function connectTradingSystem({
  baseUrl,
  timeoutMs = 10_000,
  maxBytes = 4 * 1024 * 1024,
}: TradingSystemOptions): TradingSystem {
  const base = baseUrl.replace(/\/+$/, '');

  async function ask<T>(
    schema: z.ZodType<T>,
    path: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    try {
      const { response, text } = await withDeadline(timeoutMs, signal, async (inTime) => {
        const answered = await fetch(`${base}${path}`, { ...init, redirect: 'error', signal: inTime });
        return { response: answered, text: await readText(answered, maxBytes) };
      });
      if (!response.ok)
        throw new PeerFailure(`it answered ${response.status}${text === '' ? '' : `: ${excerpt(text)}`}`);
      const reply = schema.safeParse(parseJson(text));
      if (!reply.success) throw new PeerFailure(`it sent rubbish: ${firstProblem(reply.error)}`);
      return reply.data;
    } catch (error) {
      if (error instanceof PeerFailure) throw error;
      if (error instanceof DeadlinePassed)
        throw new PeerFailure(`it gave no full answer within ${timeoutMs / 1000} s`, { cause: error });
      if (signal?.aborted)
        throw new PeerFailure('the exchange was broken off on this side', { cause: error });
      throw new PeerFailure(`it cannot be reached: ${reasonOf(error)}`, { cause: error });
    }
  }

  return {
    documentsAfter: (instance, cursor, signal) =>
      ask(
        documentsPage,
        `/${instance}/documents${cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`}`,
        {},
        signal,
      ),

    async post(instance, instruction, signal) {
      const body = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(instruction),
      };
      const reply = await ask(postingReply, `/${instance}/instructions`, body, signal);
      if (reply.instructionId !== instruction.instructionId || reply.parcelName !== instruction.parcelName) {
        throw new PeerFailure('it answered for another instruction');
      }
    },

    async withdraw(instance, instructionId, parcelName, signal) {
      const path = `/${instance}/instructions/${encodeURIComponent(instructionId)}/${encodeURIComponent(parcelName)}`;
      return (await ask(withdrawalReply, path, { method: 'DELETE' }, signal)).withdrawn;
    },
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength;
      // Leaving the loop cancels the body, and with it the connection.
      if (bytes > maxBytes) throw new PeerFailure(`its answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PeerFailure(`it sent rubbish instead of JSON: ${excerpt(text)}`, { cause: error });
  }
}

/** Enough of a foreign text to recognise it, on one line and without control characters. */
function excerpt(text: string): string {
  const line = text
    .slice(0, 200)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return text.length > 200 ? `${line}…` : line;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch hides the reason (a refused connection, an unknown host) in the cause.
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
