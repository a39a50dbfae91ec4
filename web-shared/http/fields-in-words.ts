import { capitalised, spaced } from '#contracts/vocabulary/words.ts';

/**
 * A server's message as people read it: the fields that it names as words, 'minInventory' as 'min inventory' and
 * 'model.0.ringSize' as 'ring size'.
 */
export function fieldsInWords(message: string, fields: readonly string[]): string {
  let begins = false;
  const written = fields.reduce((text, field) => {
    const name = field.split('.').at(-1) ?? field;
    if (field === '') return text;
    begins ||= text.startsWith(field) || text.startsWith(name);
    const words = spaced(name);
    return text.replaceAll(field, words).replaceAll(name, words);
  }, message);
  return begins ? capitalised(written) : written;
}
