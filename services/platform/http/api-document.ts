import { z } from 'zod';

/** The part of an OpenAPI document that the page shows. */
const contentSchema = z.record(z.string(), z.object({ schema: z.unknown().optional() }));
const operationSchema = z.object({
  tags: z.array(z.string()).default([]),
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z
    .record(z.string(), z.object({ description: z.string().optional(), content: contentSchema.optional() }))
    .default({}),
});
export const apiDocumentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export type ApiOperation = z.infer<typeof operationSchema>;
export type ApiDocument = z.infer<typeof apiDocumentSchema>;
