import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '#services/platform/commands/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { recordIdeal, recordStock, reassortmentCommands } from '#services/reassortment/index.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

/** What calls about reassortment are asked of: ideals, stock, plans of customer 7. */
export function reassortmentToCall({ context, as }: SmallVitrine, files: FileStore, command: () => Command) {
  const withFiles = { ...context, files };
  /** A new ideal inventory of customer 7, of one store and one bin. */
  const idealTemplate = async (): Promise<string> => {
    await reassortmentCommands.setStores(withFiles, command(), 7, {
      stores: [{ storeId: '1', storeName: 'Main Street' }],
    });
    const quantities = { minQty: 1, targetQty: 1, maxQty: 1, targetCents: null };
    const { templateId } = await recordIdeal(withFiles, command(), 7, {
      idealInventoryName: 'Ideal 2026',
      templateString: '{shape}',
      bins: [{ storeId: '1', spec: { shape: ['RD'] }, ...quantities }],
      file: Buffer.from('a workbook'),
    });
    return templateId;
  };
  /** A new ideal inventory with current stock of one stone, and of a row that cannot be read. */
  const stockedTemplate = async (): Promise<string> => {
    const templateId = await idealTemplate();
    const stone = {
      row: 2,
      customerStoneId: 'J-1',
      storeId: '1',
      stone: { shape: 'RD' },
      priceCents: null,
      retailPriceCents: null,
      status: null,
      soldDate: null,
      quantity: 1,
    };
    const unreadable = {
      row: 3,
      values: { customerStoneId: 'J-2', storeId: '1', shape: 'Blob', quantity: '1' },
      problems: [{ property: 'shape' as const, message: '"Blob" is not on the list of shape' }],
    };
    await recordStock(withFiles, command(), 7, {
      templateId,
      stock: { stones: [stone], unreadable: [unreadable] },
      file: Buffer.from('a workbook'),
    });
    return templateId;
  };
  let plan: Promise<string> | undefined;
  /** A plan of customer 7. */
  const reassortmentPlan = (): Promise<string> => {
    plan ??= (async () => {
      const forAlder = await as('admin', { customer: '7' });
      const templateId = await stockedTemplate();
      const made = await forAlder.post('/api/reassortment/plans', { templateId });
      const { id } = made.json as { id: string };
      while ((await forAlder.get(`/api/reassortment/plans/${id}`)).status === 404) await sleep(50);
      return id;
    })();
    return plan;
  };
  return { idealTemplate, stockedTemplate, reassortmentPlan };
}
