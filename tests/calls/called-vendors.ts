import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { keepFeedFile, vendorCommands } from '#services/vendors/index.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

/** What calls about vendors are asked of: a source, links, runs of feeds. */
export async function vendorsToCall({ context, as }: SmallVitrine, files: FileStore, command: () => Command) {
  const admin = await as('admin');
  /** Vendor 1 has a source, whose folder holds nothing. */
  const feedSource = async (): Promise<void> => {
    const place = { type: 'FOLDER', folder: 'antwerp' };
    await admin.post(
      '/api/vendors/1/feed-source',
      { place, kind: 'FULL', schedule: null },
      { method: 'PUT' },
    );
  };
  /** A link to the view of vendor 1, and the token in it. */
  const vendorLink = async (): Promise<{ id: string; token: string }> => {
    const { id, url } = (await admin.post('/api/vendors/1/links', {})).json as { id: string; url: string };
    return { id, token: url.split('#token=')[1]! };
  };
  /** A classified run of a feed of vendor 1, of one new stone. */
  const feedRun = async (state: 'CLASSIFIED' | 'APPLIED' = 'CLASSIFIED'): Promise<string> => {
    const feed = `S,W,H,K,Q,P\n${randomUUID()},1.01,RD,G,VS1,5000\n`;
    const columns = {
      S: 'parcelName',
      W: 'weight',
      H: 'shapeCode',
      K: 'colour',
      Q: 'clarity',
      P: 'vendorPrice',
    } as const;
    await vendorCommands.mapColumns(context, command(), 1, {
      columns: Object.entries(columns).map(([heading, attribute]) => ({ heading, attribute })),
    });
    const fileId = await keepFeedFile(files, Buffer.from(feed));
    const start = { vendorId: 1, fileId, fileName: 'feed.csv', kind: 'ADDITIONS' };
    const { id } = (await admin.post('/api/feed-runs', start)).json as { id: string };
    const until = async (wanted: string): Promise<void> => {
      while ((await runState(id)) !== wanted) await sleep(50);
    };
    await until('CLASSIFIED');
    if (state === 'CLASSIFIED') return id;
    await admin.post(`/api/feed-runs/${id}/apply`, {});
    await until('APPLIED');
    return id;
  };
  const runState = async (id: string): Promise<string> =>
    ((await admin.get(`/api/feed-runs/${id}`)).json as { state: string }).state;
  return { feedSource, vendorLink, feedRun };
}
