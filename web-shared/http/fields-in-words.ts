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
    const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
    return text.replaceAll(field, words).replaceAll(name, words);
  }, message);
  return begins ? written.charAt(0).toUpperCase() + written.slice(1) : written;
}
