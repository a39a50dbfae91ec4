/** Whether these are the bytes of a zip archive, which an .xlsx workbook is; anything else is taken for text. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
