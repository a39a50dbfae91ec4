import { attribute, scanTags } from './scan-tags.ts';
import { xmlText } from './xml-text.ts';

/** The texts that cells refer to by number: all of a text in several fonts, without its phonetic hints. */
export function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let [inText, inPronunciation] = [false, false];
  scanTags(
    xml,
    (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPronunciation = true;
      else if (name === 't') inText = !inPronunciation;
    },
    {
      text(written) {
        if (inText) text += xmlText(written);
      },
      close(name) {
        if (name === 'si') texts.push(text);
        else if (name === 'rPh') inPronunciation = false;
        else if (name === 't') inText = false;
      },
    },
  );
  return texts;
}

/** The built-in number formats that show dates or times, as ranges. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Which of the cell styles show numbers as dates, by their number. */
export function dateStyles(xml: string): boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  scanTags(
    xml,
    (name, attributes) => {
      if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'numFmt')
        own.set(
          Number(attribute(attributes, 'numFmtId')),
          isDateFormat(xmlText(attribute(attributes, 'formatCode') ?? '')),
        );
      else if (name === 'xf' && inCellStyles) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0);
        styles.push(own.get(id) ?? BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last));
      }
    },
    {
      close(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    },
  );
  return styles;
}

/**
 * Text in brackets and quotes is a colour, a condition or a literal; the character after a backslash is a literal, after
 * an underscore a blank as wide as it, after an asterisk what fills the cell.
 */
const isDateFormat = (format: string): boolean =>
  /[ymdhMsb]/.test(format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''));

/** Whether the workbook counts its days from 1904, as old Macintosh workbooks do. */
export function countsFrom1904(xml: string): boolean {
  let is1904 = false;
  scanTags(xml, (name, attributes) => {
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '');
  });
  return is1904;
}
