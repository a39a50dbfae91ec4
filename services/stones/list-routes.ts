import { parcelNamesRequest } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import {
  callGroup,
  minPosition,
  sendList,
  sendPosition,
  type App,
  type Freshness,
  type ListAnswer,
  type ReadState,
} from '#services/platform/http/index.ts';
import { availableLists, type ListStore } from './available-lists.ts';
import type { KnownParcels } from './known-parcels.ts';
import { repliesOf } from './line-replies.ts';
import type { ListBodies } from './list-bodies.ts';
import type { LineViews } from './remembered-views.ts';
import type { AvailableNames } from './available-names.ts';
import {
  LISTS,
  listOwn,
  ownListKey,
  stonesInLists,
  type LineView,
  type ListName,
  type StoneReaders,
} from './stone-lists.ts';

export type ListRoutesDeps = {
  readers: StoneReaders;
  freshness: Freshness;
  available: AvailableNames;
  parcels: KnownParcels;
  /** Customers' own lists already serialised, of all lines together. */
  bodies: ListBodies;
  /** What the Available lists are put together from, of all lines together. */
  store: ListStore;
};

/** The four lists of a line, and named stones as each has them (product: Stone lists). */
export function registerLists(app: App, line: Line, deps: ListRoutesDeps, views: LineViews): void {
  const { prefix } = LINE_FACTS[line];
  const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: [line] });
  const replies = repliesOf(line);
  const available = availableLists(line, deps);
  /** A whole list as the view has it; its version is of its content. */
  const shown = async (
    list: ListName,
    view: LineView,
    state: ReadState,
  ): Promise<Pick<ListAnswer, 'version' | 'body'>> => {
    if (list === 'available') return available.of(view, state);
    const key = await ownListKey(deps.parcels, view, list, state);
    const { version, body } = await deps.bodies.get(key, () => listOwn(deps.readers, view, list));
    return { version, body: () => body };
  };
  for (const list of LISTS) {
    // A list of 50,000 stones is sent as text put together from the rows; the schema documents it and the tests hold it to it.
    app.route({
      method: ['POST', 'GET'],
      url: `${prefix}/${list}`,
      ...forSignedIn({ summary: `The ${list} list`, response: { 200: replies.list } }),
      handler: async (request, reply) => {
        const { customerId } = request.caller;
        const inCart = async () => (await deps.readers.lineFacts(customerId, line)).cart;
        const content = {
          line,
          customerId,
          available: list === 'available',
          ...(list === 'cart' && { parcels: inCart }),
        };
        const fresh = await deps.freshness(minPosition(request), content);
        const view = await views(request.caller, fresh.state);
        const { version, body } = await shown(list, view, fresh.state);
        return sendList(reply, {
          version: JSON.stringify([line, list, version]),
          position: fresh.position,
          stale: fresh.stale,
          body,
        });
      },
    });
  }

  app.post(
    `${prefix}/rows`,
    forSignedIn({
      summary: 'Named stones as each list has them now',
      body: parcelNamesRequest,
      response: { 200: replies.rows },
    }),
    async (request, reply) => {
      const fresh = await deps.freshness(minPosition(request), { parcels: request.body.parcelNames });
      const view = await views(request.caller, fresh.state);
      sendPosition(reply, fresh.position, fresh.stale);
      return stonesInLists(deps.readers, view, request.body.parcelNames);
    },
  );
}
