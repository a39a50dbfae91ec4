import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEADERS } from '#contracts/api/headers.ts';
import { liveChange } from '#contracts/api/live-changes.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import type { BenchEnvironment, BenchRow } from './bench-row.ts';
import { fillForCrowd, tokensOf } from './crowd.ts';
import { nameOf } from './made-stones.ts';
import { middle, timed } from './measure.ts';
import { withApplication } from './started-application.ts';

/** Available stones of all lines together. */
const STONES = Number(process.env['STONES'] ?? 20_000);
const SAMPLES = 15;
/** The notice of a change is out. */
const NOTICED_MS = 150;

/**
 * What a page that was away asks for when one stone has changed meanwhile: what it has missed (GET /changes) and how the
 * named stone stands now, beside the whole list. Bytes as they are sent, packed where the server packs them.
 */
export async function benchResumed(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async (world) => {
    const stones = Math.floor(STONES / LINES.length);
    const people = await fillForCrowd(world, 2, stones);
    const address = world.application.address!;
    const [own, others] = (await tokensOf(address, people)).map((token) => callerOf(address, token));
    const changeOne = async (): Promise<void> => {
      const parcelNames = [nameOf((changed += 1), 'natural')];
      const { headers } = await others!('/inventory/request_stones', { parcelNames });
      await own!('/inventory/rows', { parcelNames }, { [HEADERS.minPosition]: positionOf(headers) });
      await sleep(NOTICED_MS);
    };
    let changed = 0;
    let list = await own!('/inventory/available');
    const [caughtUp, whole]: [Sample[], Sample[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await changeOne();
      const catchingUp = await timed(() => catchUp(own!, positionOf(list.headers)));
      caughtUp.push({ ms: catchingUp.ms, bytes: catchingUp.result });
      await changeOne();
      const tag = list.headers.etag;
      const reading = await timed(() => own!('/inventory/available', undefined, { 'if-none-match': tag }));
      list = reading.result;
      whole.push({ ms: reading.ms, bytes: list.bytes });
    }
    const row = (name: string, unit: string, of: (sample: Sample) => number): BenchRow => {
      const [value, baseline] = [middle(caughtUp.map(of)), middle(whole.map(of))];
      const note = `${stones} stones; against the whole list`;
      return { name, value, unit, baseline, ratio: value / baseline, note };
    };
    return [
      row('one stone changed while away, sent', 'bytes', ({ bytes }) => bytes),
      row('one stone changed while away', 'ms', ({ ms }) => ms),
    ];
  });
}

type Sample = { ms: number; bytes: number };
type Answer = { headers: IncomingMessage['headers']; text: string; bytes: number };
/** `enough`: what is read so far is all that is waited for, as a stream of events has no end. */
type Caller = (
  path: string,
  body?: object,
  headers?: Record<string, string | undefined>,
  enough?: (text: string) => boolean,
) => Promise<Answer>;

/** Asks what was missed since `position`, and for the stones that it names; gives the bytes of both answers. */
async function catchUp(call: Caller, position: string): Promise<number> {
  const missed = await call(`/changes?since=${position}`, undefined, {}, (text) => CHANGE.test(text));
  const { lines } = liveChange.parse(JSON.parse(CHANGE.exec(missed.text)![1]!));
  const parcelNames = lines.find(({ line }) => line === 'natural')?.parcels;
  if (parcelNames?.length !== 1) throw new Error(`one stone was to be named: ${missed.text}`);
  const { bytes } = await call('/inventory/rows', { parcelNames });
  return missed.bytes + bytes;
}

const CHANGE = /^event: change\ndata: (.*)\n\n/m;

function positionOf(headers: IncomingMessage['headers']): string {
  const position = headers[HEADERS.position];
  if (typeof position !== 'string') throw new Error('the answer has no position');
  return position;
}

function callerOf(address: string, token: string): Caller {
  return (path, body, headers = {}, enough = () => false) =>
    new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, address),
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'accept-encoding': 'gzip',
            ...(body && { 'content-type': 'application/json' }),
            ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          },
        },
        (answer) => {
          let [text, bytes] = ['', 0];
          const done = (): void => {
            asked.destroy();
            if (answer.statusCode === 200) resolve({ headers: answer.headers, text, bytes });
            else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
          };
          answer.on('data', (part: Buffer) => {
            bytes += part.length;
            text += part.toString();
            if (enough(text)) done();
          });
          answer.on('error', reject);
          answer.on('end', done);
        },
      );
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
