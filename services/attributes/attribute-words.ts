import {
  attributeListResource,
  LIST_NAMES,
  type AttributeListEdit,
  type AttributeListName,
  type AttributeListResource,
} from '#contracts/api/attribute-lists.ts';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { shapeNames, type ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Clock } from '#services/platform/clock.ts';
import { answeredOnce, type Key } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { changedWords, listResource, listsInWords, ownWords } from './wordings.ts';
import { keepWording, readWordings } from './wording-store.ts';

/** The bus' subject for edits of attribute lists. The notice says only that there was one. */
export const ATTRIBUTES_SUBJECT = 'attributes';

/** The greatest age of an answer: a process that missed a notice may use old words until then. */
const FRESH_MS = 1000;
/** How many edits are shown with a list. */
const CHANGES_SHOWN = 20;

/** The current display names; `version` changes with them. */
export type WordsNow = { version: string; lists: AttributeLists; shapeName: ShapeName };

export type AttributeWords = {
  /** Kept in memory, because it is asked for with each list of stones. */
  now(): Promise<WordsNow>;
  /** Every list as administrators see it. */
  resources(): Promise<AttributeListResource[]>;
  /**
   * Renames a list's entries, once the edit is valid; repeated under its key it changes nothing and gives the same
   * answer. Throws Refusal 409 when `expectedVersion` is given and no longer the newest, somebody else was faster, or
   * the key was used with another body; nothing is changed then.
   */
  change(
    list: AttributeListName,
    edit: AttributeListEdit,
    asked: { by: string; expectedVersion: string | null; key: Key },
  ): Promise<AttributeListResource>;
};

/**
 * The display names of attribute lists and their entries: the program's words, and the house's own where it has set
 * them. An edit counts immediately in every process that the bus reaches, and in any other within a second.
 */
export function openAttributeWords({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }): AttributeWords {
  let known: WordsNow | undefined;
  const kept = recentAnswers(clock, FRESH_MS, async (): Promise<WordsNow> => {
    const wordings = await readWordings(db, 1);
    const version = JSON.stringify([...wordings].map(([list, [newest]]) => [list, newest?.version]));
    if (known?.version === version) return known;
    const lists = listsInWords(wordings);
    known = { version, lists, shapeName: shapeNames(lists.shapes) };
    return known;
  });
  bus.subscribe(ATTRIBUTES_SUBJECT, kept.forgetAll, kept.forgetAll);

  // One more than is shown: it shows what the oldest shown edit changed.
  const wordings = (within = db) => readWordings(within, CHANGES_SHOWN + 1);

  return {
    now: () => kept.get('now'),
    async resources() {
      const all = await wordings();
      return LIST_NAMES.map((list) => listResource(list, all));
    },
    async change(list, edit, { by, expectedVersion, key }) {
      const changed = await answeredOnce({ db, clock }, key, attributeListResource, async (tx) => {
        const all = await wordings(tx);
        const newest = all.get(list)?.[0];
        const version = newest?.version ?? 0;
        if (expectedVersion !== null && expectedVersion !== String(version))
          throw changedMeanwhile(newest?.changedBy, 'list');
        const words = ownWords(list, edit);
        if (changedWords(list, newest?.words ?? {}, words).length === 0) return listResource(list, all);
        const changedAt = clock().toISOString();
        const first = await keepWording(tx, list, { version: version + 1, words, changedBy: by, changedAt });
        const after = await wordings(tx);
        if (!first) throw changedMeanwhile(after.get(list)?.[0]?.changedBy, 'list');
        return listResource(list, after);
      });
      bus.publish(ATTRIBUTES_SUBJECT, { list });
      return changed;
    },
  };
}
