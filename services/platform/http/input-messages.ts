import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { issueMessage } from '../issue-message.ts';
import { unstorableMessage, unstorableText } from '../storable-text.ts';

/** What was wrong with a request's body, query, path or headers; the fields are in the order of the schema. */
export class BadInput extends Error {
  /** Which part of the request it was. Set by the framework. */
  validationContext?: string;

  constructor(readonly errors: readonly { field: string; message: string }[]) {
    super(errors[0]?.message ?? 'The input is not valid.');
    this.name = 'BadInput';
  }
}

/** Validates with zod. When the schema gives no message of its own, the message names the field and the fix. */
export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const result = schema.safeParse(data, { error: (issue) => issueMessage(issue, httpPart ?? 'input') });
    if (result.success) {
      const field = unstorableText(result.data);
      if (field === null) return { value: result.data };
      return {
        error: new BadInput([{ field, message: unstorableMessage(field || `The ${httpPart ?? 'input'}`) }]),
      };
    }
    return {
      error: new BadInput(
        result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
      ),
    };
  };
