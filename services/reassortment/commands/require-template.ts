import type { IdealTemplate, Reassortment, UploadedStock } from '#contracts/reassortment/reassortment.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The customer's ideal with that id. Throws a Refusal (422) when there is none, or its bins were cleared. */
export function requireTemplate({ templates }: Reassortment, templateId: string): IdealTemplate {
  const template = templates.find((each) => each.templateId === templateId);
  if (template && !template.cleared) return template;
  const message = template
    ? `The bins of ${template.idealInventoryName} were cleared: load the ideal inventory again.`
    : `This customer has no ideal inventory ${templateId}.`;
  throw new Refusal(422, message, { code: 'UNKNOWN_TEMPLATE', field: 'templateId' });
}

/** The ideal's current stock. Throws a Refusal (422) when none was uploaded. */
export function requireStock({ stock, idealInventoryName }: IdealTemplate): UploadedStock {
  if (stock) return stock;
  throw new Refusal(422, `Upload the current stock for ${idealInventoryName} first.`, {
    code: 'NO_STOCK',
    field: 'templateId',
  });
}
