import { capitalised, spaced } from '#contracts/vocabulary/words.ts';

/** A cell of a sheet, 'Main Street!D7', is written as people read it already. */
const WRITTEN_IN_CODE = /^[a-z][A-Za-z0-9]*$/;

/**
 * A server's message as people read it: the fields that it names as words, 'minInventory' as 'min inventory' and
 * 'model.0.ringSize' as 'ring size'.
 */
export function fieldsInWords(message: string, fields: readonly string[]): string {
  let begins = false;
  const written = fields.reduce((text, field) => {
    const name = field.split('.').at(-1) ?? field;
    if (!WRITTEN_IN_CODE.test(name)) return text;
    begins ||= text.startsWith(field) || text.startsWith(name);
    const words = spaced(name);
    return text.replaceAll(field, words).replaceAll(name, words);
  }, message);
  return begins ? capitalised(written) : written;
}
