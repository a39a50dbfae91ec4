import type { BinReply, BinStone, BinTemplate } from '#contracts/api/reassortment.ts';
import { versionOfTemplate, type IdealTemplate } from '#contracts/reassortment/reassortment.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { dollarsOrNull } from '#contracts/vocabulary/money.ts';
import type { FilledBin } from './bin-contents.ts';
import { printBin } from './plan/bin-names.ts';
import { contentsOf, wireOfUnit } from './plan/plan-answer.ts';
import type { Unit } from './plan/plan-input.ts';

export function templateWire(customerId: number, template: IdealTemplate): BinTemplate {
  const { templateId, active, idealInventoryName, templateString, binCount, at, stock, locked } = template;
  return {
    id: templateId,
    active,
    customerId,
    idealInventoryName,
    templateString,
    bins: binCount,
    loadedAt: at,
    stock: stock && {
      fileHash: stock.fileHash,
      uploadedAt: stock.at,
      rows: stock.rowCount,
      unreadable: stock.unreadableCount,
    },
    locked: [...locked],
    version: versionOfTemplate(template),
  };
}

export function binWire(
  { bin: { storeId, spec, minQty, maxQty, targetQty, targetCents }, units, held, history }: FilledBin,
  { templateString }: Pick<IdealTemplate, 'templateString'>,
  storeName: (storeId: string) => string,
): BinReply {
  const { weight, ...listed } = spec;
  return {
    storeId,
    storeName: storeName(storeId),
    binSpec: printBin(templateString, spec),
    buckets: {
      ...listed,
      ...(weight && {
        weight: { minimum: inCarats(weight.minimum), maximum: inCarats(weight.maximum) },
      }),
    },
    minQty,
    maxQty,
    targetQty,
    targetValue: dollarsOrNull(targetCents),
    current: contentsOf(units),
    ...(held && { deployed: contentsOf(held) }),
    history: history.map(({ from, ...year }) => ({ dateRange: { minimum: from }, ...year })),
    stones: units.map(stoneWire),
  };
}

const stoneWire = (unit: Unit): BinStone => ({ ...wireOfUnit(unit), parcelName: unit.heldParcel });
