import { z } from 'zod';
import { customerStonePropertySchema, unreadableRowSchema } from '../reassortment/customer-stone.ts';
import { binTemplate, templateRequest } from './reassortment.ts';

/** A file's bytes in base64: .xlsx, or CSV. */
const excelBody = z.string().min(1);

/** POST /reassortment/loadideal; without a name it is loaded under the only one that is active. */
export const loadIdealRequest = z.object({
  customerId: z.int(),
  templateName: z.string().trim().min(1).max(200).optional(),
  excelBody,
});
export const loadIdealReply = z.object({
  template: binTemplate,
  /** Columns that were left aside, by sheet and letter, and why. */
  ignored: z.array(z.object({ sheet: z.string(), column: z.string(), reason: z.string() })),
});
export type LoadIdealReply = z.infer<typeof loadIdealReply>;

/** POST /reassortment/reassortexcel: the current stock. */
export const stockRequest = templateRequest.extend({ excelBody });
export const learnRequest = z.object({ excelBody });

/** The current stock that was uploaded last for an ideal, with the rows that could not be read. */
export const stockReply = z.object({
  templateId: z.string(),
  uploadedAt: z.string(),
  rows: z.int(),
  unreadable: z.array(unreadableRowSchema),
});
export type StockReply = z.infer<typeof stockReply>;

/** Rows that could not be read, mended: what is given replaces what their cells say, a blank takes it away. */
export const mendRequest = templateRequest.extend({
  /** Of the file whose rows were seen: refused when another was uploaded since. Left out, nothing is compared. */
  fileHash: z.string().max(64).optional(),
  rows: z
    .array(
      z.object({
        row: z.int().positive(),
        values: z.partialRecord(customerStonePropertySchema, z.string().max(1_000)),
      }),
    )
    .min(1)
    .max(10_000),
});

/** What a file's heads and values are here, what is not mapped first; suggestions are for a person to take. */
export const learntWords = z.object({
  columns: z.array(
    z.object({
      columnHeader: z.string(),
      customerStoneProperty: customerStonePropertySchema.nullable(),
      suggestion: customerStonePropertySchema.nullable(),
    }),
  ),
  values: z.array(
    z.object({
      customerStoneProperty: customerStonePropertySchema,
      inputValue: z.string(),
      /** Rows that have it. */
      rows: z.int(),
      outputValue: z.string().nullable(),
      suggestion: z.string().nullable(),
    }),
  ),
});
export type LearntWords = z.infer<typeof learntWords>;
