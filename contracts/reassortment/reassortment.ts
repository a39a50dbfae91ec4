import type { z } from 'zod';
import type { Fold, ReassortmentEvent } from '../events/index.ts';
import type { columnMapSchema, storeSchema, valueMapSchema } from '../events/reassortment-events.ts';
import type { Recorded } from '../events/stream-family.ts';
import { reassortmentStreams } from '../events/streams.ts';
import type { Instant } from '../vocabulary/house-time.ts';

export type Store = z.infer<typeof storeSchema>;
export type ColumnMap = z.infer<typeof columnMapSchema>;
export type ValueMap = z.infer<typeof valueMapSchema>;

/** The stock that was uploaded last for a template; its rows are a body in the file store. */
export type UploadedStock = {
  readonly stockId: string;
  readonly fileHash: string;
  readonly stockHash: string;
  readonly rowCount: number;
  readonly unreadableCount: number;
  readonly at: Instant;
  /** Since when the file is known; mending its rows does not make it a newer one. */
  readonly fileAt: Instant;
};

/** A plan that was made; its answer is a body in the file store. */
export type MadePlan = {
  readonly planId: string;
  /** The place in the log at which the house's stones were looked at. */
  readonly position: string;
  readonly binsHash: string;
  readonly stockHash: string;
  readonly planHash: string;
  /** Who had it made. */
  readonly by: string;
  readonly at: Instant;
  /** Cleared with its results or bins: it can still be read by its id. */
  readonly retired: boolean;
};

/** An ideal inventory as it was loaded under a nickname. */
export type IdealTemplate = {
  readonly templateId: string;
  readonly idealInventoryName: string;
  readonly templateString: string;
  /** The one of its nickname that counts. */
  readonly active: boolean;
  /** Its bins were cleared. */
  readonly cleared: boolean;
  readonly binsHash: string;
  readonly binCount: number;
  readonly at: Instant;
  readonly stock: UploadedStock | null;
  /** Of the stones that stay in their stores, in order. */
  readonly locked: readonly string[];
  /** In the order in which they were made. */
  readonly plans: readonly MadePlan[];
};

/** A template's version: another once its bins are edited or a plan of it is made. */
export const versionOfTemplate = ({ binsHash, plans }: Pick<IdealTemplate, 'binsHash' | 'plans'>): string =>
  `${binsHash.slice(0, 16)} ${plans.at(-1)?.planId ?? ''}`.trim();

/** The version of one's own edit of the bins: of `now` the bins alone, so a plan that was not `seen` stays unseen. */
export function withOwnBins(seen: string, now: string): string {
  const [bins = ''] = now.split(' ');
  return [bins, ...seen.split(' ').slice(1)].join(' ');
}

/** The last change of a list that is set whole: its place in the log, and who made it. */
type ListChange = { readonly version: string; readonly changedBy: string };
/** The lists that are set whole. */
export type WholeList = 'stores' | 'columnMaps' | 'valueMaps';

/** A customer's stores, words, ideals, stock and plans. */
export type Reassortment = {
  readonly stores: readonly Store[];
  readonly columnMaps: readonly ColumnMap[];
  readonly valueMaps: readonly ValueMap[];
  readonly changes: Readonly<Record<WholeList, ListChange>>;
  /** In the order in which they were loaded. */
  readonly templates: readonly IdealTemplate[];
};

/** The house itself: its stock is the live inventory (rule: House stock). */
export const HOUSE_CUSTOMER = 1;

const UNCHANGED: ListChange = { version: '0', changedBy: '' };

/** A customer whose reassortment has not begun. */
export const NO_REASSORTMENT: Reassortment = {
  stores: [],
  columnMaps: [],
  valueMaps: [],
  changes: { stores: UNCHANGED, columnMaps: UNCHANGED, valueMaps: UNCHANGED },
  templates: [],
};

/** One more event of a customer's reassortment. Pure. */
function evolveReassortment(state: Reassortment, event: Recorded<ReassortmentEvent>): Reassortment {
  const changed = (templateId: string, change: (template: IdealTemplate) => IdealTemplate): Reassortment => ({
    ...state,
    templates: state.templates.map((each) => (each.templateId === templateId ? change(each) : each)),
  });
  const { type, data, position, metadata } = event;
  const withList = <List extends WholeList>(list: List, now: Reassortment[List]): Reassortment => {
    const change = { version: String(position), changedBy: metadata.actor.username };
    return { ...state, [list]: now, changes: { ...state.changes, [list]: change } };
  };
  switch (type) {
    case 'StoresSet':
      return withList('stores', data.stores);
    case 'ColumnMapsSet':
      return withList('columnMaps', data.columnMaps);
    case 'ValueMapsSet':
      return withList('valueMaps', data.valueMaps);
    case 'ColumnMapsCleared':
      return withList('columnMaps', []);
    case 'ValueMapsCleared':
      return withList('valueMaps', []);
    case 'IdealLoaded': {
      const { fileHash, effectiveAt: at, ...loaded } = data;
      const templates = state.templates.map((each) =>
        each.idealInventoryName === data.idealInventoryName ? { ...each, active: false } : each,
      );
      const fresh = { active: true, cleared: false, stock: null, locked: [], plans: [] };
      return { ...state, templates: [...templates, { ...loaded, ...fresh, at }] };
    }
    case 'IdealEdited': {
      const { templateId, binsHash, binCount } = data;
      return changed(templateId, (template) => ({ ...template, binsHash, binCount }));
    }
    case 'BinsCleared':
      return changed(data.templateId, (template) => ({
        ...template,
        active: false,
        cleared: true,
        plans: retired(template.plans),
      }));
    case 'StockUploaded': {
      const { templateId, effectiveAt: at, ...uploaded } = data;
      return changed(templateId, (template) => {
        const former = template.stock;
        const fileAt = former?.fileHash === uploaded.fileHash ? former.fileAt : at;
        return { ...template, stock: { ...uploaded, at, fileAt } };
      });
    }
    case 'StonesLocked': {
      const named = new Set(data.customerStoneIds);
      return changed(data.templateId, (template) => {
        const others = template.locked.filter((id) => !named.has(id));
        return { ...template, locked: (data.locked ? [...others, ...named] : others).toSorted() };
      });
    }
    case 'PlanMade': {
      const { templateId, effectiveAt: at, locked, ...plan } = data;
      const made = { ...plan, by: metadata.actor.username, at, retired: false };
      return changed(templateId, (template) => ({ ...template, plans: [...template.plans, made] }));
    }
    case 'ResultsCleared':
      return changed(data.templateId, (template) => ({ ...template, plans: retired(template.plans) }));
  }
}

const retired = (plans: readonly MadePlan[]): MadePlan[] => plans.map((plan) => ({ ...plan, retired: true }));

/** How `reassortment-{customerId}` becomes the customer's reassortment. */
export const reassortmentFold: Fold<Reassortment> = {
  name: 'reassortment-4',
  initial: () => NO_REASSORTMENT,
  evolve: (state, fact) => evolveReassortment(state, reassortmentStreams.own(fact)),
};
