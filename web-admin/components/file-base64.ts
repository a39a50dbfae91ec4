/**
 * A file's bytes in base64, as the calls take them.
 * @throws {Error} when it is empty, and what the browser says when it cannot be read
 */
export function fileInBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    // The calls would refuse an empty text under the name of their field.
    if (file.size === 0) throw new Error(`${file.name} is empty: there is nothing to read in it.`);
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}
