import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  attributeListEdit,
  attributeListResource,
  editOfList,
  LIST_NAMES,
} from '#contracts/api/attribute-lists.ts';
import { attributesReply } from '#contracts/api/attributes.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import {
  callGroup,
  compressList,
  ifMatch,
  sendVersion,
  listOfRows,
  sendList,
  callKey,
  type App,
  type ListBody,
} from '#services/platform/http/index.ts';
import type { AttributeWords, WordsNow } from './attribute-words.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['attributes'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['attributes'] });

/** POST and GET /attributes/all, and the resource through which administrators name the entries. */
export function registerAttributeRoutes(app: App, words: AttributeWords): void {
  const body = serialisedOnce();
  app.route({
    method: ['GET', 'POST'],
    url: '/attributes/all',
    ...forSignedIn({ summary: 'The attribute lists and tiers', response: { 200: attributesReply } }),
    handler: async (_request, reply) => {
      const { version, list } = body(await words.now());
      return sendList(reply, { version, body: () => list });
    },
  });

  listOfRows(
    app,
    forAdministrators,
    {
      resource: 'attribute-lists',
      summary: 'Attribute lists, and what their entries are called',
      row: attributeListResource,
      key: 'id',
      sortedBy: ['title', 'ownWords'],
      order: 'id',
    },
    () => words.resources(),
  );

  const one = {
    params: z.object({ id: z.enum(LIST_NAMES) }),
    response: { 200: attributeListResource },
  };
  app.get(
    '/api/attribute-lists/:id',
    forAdministrators({ ...one, summary: 'One attribute list' }),
    async ({ params: { id } }, reply) => {
      const found = (await words.resources()).find((list) => list.id === id)!;
      sendVersion(reply, found.version);
      return found;
    },
  );
  app.put(
    '/api/attribute-lists/:id',
    forAdministrators({
      ...one,
      summary:
        'Say what the entries of a list are called; If-Match refuses what somebody else has changed meanwhile',
      body: attributeListEdit,
    }),
    async (request, reply) => {
      const { id } = request.params;
      const edit = checkedFields(editOfList(id), request.body);
      const by = request.caller.actor.username;
      const key = callKey(request, ['change-attribute-list'], { id, edit });
      const changed = await words.change(id, edit, { by, expectedVersion: ifMatch(request), key });
      sendVersion(reply, changed.version);
      return changed;
    },
  );
}

/** The lists as they are sent, serialised and compressed once for each version of the words. */
function serialisedOnce(): (now: WordsNow) => { version: string; list: Promise<ListBody> } {
  let kept: { lists: WordsNow['lists']; version: string; list: Promise<ListBody> } | undefined;
  return ({ lists }) => {
    if (kept?.lists !== lists) {
      const json = JSON.stringify(lists);
      const version = createHash('sha256').update(json).digest('base64url');
      kept = { lists, version, list: compressList(json) };
    }
    return kept;
  };
}
