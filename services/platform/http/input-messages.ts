import type { FastifySchemaCompiler } from 'fastify';
import type { core, z } from 'zod';
import { cannotBeKept, textThatCannotBeKept } from '../unkeepable-text.ts';

/** What was wrong with a request's body, query, path or headers; the fields in the order of the schema. */
export class BadInput extends Error {
  /** Which part of the request it was; the framework sets it. */
  validationContext?: string;

  constructor(readonly errors: readonly { field: string; message: string }[]) {
    super(errors[0]?.message ?? 'The input is not valid.');
    this.name = 'BadInput';
  }
}

/** Checks with zod; a message that the schema does not give itself names the field and the fix. */
export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const result = schema.safeParse(data, { error: (issue) => fix(issue, httpPart ?? 'input') });
    if (result.success) {
      const field = textThatCannotBeKept(result.data);
      if (field === null) return { value: result.data };
      return {
        error: new BadInput([{ field, message: cannotBeKept(field || `The ${httpPart ?? 'input'}`) }]),
      };
    }
    return {
      error: new BadInput(
        result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
      ),
    };
  };

function fix(issue: core.$ZodRawIssue, part: string): string | undefined {
  const whole = !issue.path || issue.path.length === 0;
  const field = whole ? `The ${part}` : (issue.path ?? []).join('.');
  switch (issue.code) {
    case 'invalid_type':
      // The framework gives null for a body that is not there.
      if (issue.input === undefined || (whole && issue.input === null))
        return `${field} is missing: give ${kind(issue.expected)}.`;
      return `${field} must be ${kind(issue.expected)}.`;
    case 'invalid_value':
      return `${field} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `${field} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin)}.`;
    case 'too_big':
      return `${field} must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue.origin)}.`;
    case 'invalid_format':
      return `${field} does not have the form of ${issue.format === 'regex' ? String(issue.pattern) : issue.format}.`;
    case 'unrecognized_keys':
      return `${field} may not have ${issue.keys.join(', ')}.`;
    default:
      return `${field} is not valid.`;
  }
}

function kind(expected: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a JSON object',
  };
  return words[expected] ?? expected;
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
