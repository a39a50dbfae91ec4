import { cellText, withoutUnwritable } from '#contracts/vocabulary/workbook-text.ts';

/** A cell: blank, a figure, or a text that may lead somewhere. */
export type SheetCell = null | number | string | { text: string; link: string };

type SheetColumn = {
  label: string;
  /** In characters. */
  width: number;
  /** How figures are shown, as '0.00'. */
  format?: string | undefined;
};

/** A sheet with its headings in the first row, which stays in sight. */
export type Sheet = {
  name: string;
  columns: readonly SheetColumn[];
  rowCount: number;
  cell: (row: number, column: number) => SheetCell;
};

/** Excel takes no more links on a sheet; beyond that a text stays plain. */
const MOST_LINKS = 65_000;

const NAMESPACE = 'http://schemas.openxmlformats.org';
const MAIN = `${NAMESPACE}/spreadsheetml/2006/main`;
const RELATIONS = `${NAMESPACE}/officeDocument/2006/relationships`;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The places of the looks in `styles.xml`; the columns' formats come after them. */
const LOOKS = { plain: 0, heading: 1, link: 2, text: 3, formats: 4 } as const;

/**
 * Text that a spreadsheet program may take for a formula when the cell is edited there (rule: No formulas
 * from text).
 */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/;

const escaped = (text: string): string =>
  withoutUnwritable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

const textCell = (at: string, text: string, look: number): string =>
  `<c r="${at}" t="inlineStr" s="${look}"><is><t xml:space="preserve">${escaped(cellText(text))}</t></is></c>`;

/** Writes a sheet's XML piece by piece, collecting the links that stand at its end. */
export function sheetWriter({ columns, rowCount, cell }: Sheet) {
  const links: { at: string; address: string }[] = [];
  const formats = [...new Set(columns.flatMap(({ format }) => format ?? []))];
  const looks = columns.map(({ format }) =>
    format === undefined ? LOOKS.plain : LOOKS.formats + formats.indexOf(format),
  );
  const names = columns.map((_, column) => letters(column));

  const cellXml = (row: number, column: number): string => {
    const value = cell(row, column);
    const at = `${names[column]}${row + 2}`;
    if (value === null || value === '') return '';
    if (typeof value === 'number') return `<c r="${at}" s="${looks[column]}"><v>${value}</v></c>`;
    if (typeof value === 'object' && links.length < MOST_LINKS) {
      links.push({ at, address: value.link });
      return textCell(at, value.text, LOOKS.link);
    }
    const text = typeof value === 'object' ? value.text : value;
    return textCell(at, text, LIKE_A_FORMULA.test(text) ? LOOKS.text : LOOKS.plain);
  };

  return {
    /** All before the first row of data. */
    head: (): string =>
      `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
      `<dimension ref="A1:${names.at(-1)}${rowCount + 1}"/>` +
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${columns.map(({ width }, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>` +
      `<sheetData><row r="1">${columns.map(({ label }, column) => textCell(`${names[column]}1`, label, LOOKS.heading)).join('')}</row>`,
    /** Rows `from` up to, not including, `to`. */
    rows: (from: number, to: number): string => {
      let xml = '';
      for (let row = from; row < to; row++) {
        xml += `<row r="${row + 2}">`;
        for (let column = 0; column < columns.length; column++) xml += cellXml(row, column);
        xml += '</row>';
      }
      return xml;
    },
    /** All after the last row. */
    foot: (): string =>
      '</sheetData>' +
      (links.length === 0
        ? ''
        : `<hyperlinks>${links.map(({ at }, place) => `<hyperlink ref="${at}" r:id="rId${place + 1}"/>`).join('')}</hyperlinks>`) +
      '</worksheet>',
    /** Where the links lead; to be written after the foot. */
    relations: (): string =>
      `${HEAD}<Relationships xmlns="${NAMESPACE}/package/2006/relationships">` +
      links
        .map(
          ({ address }, place) =>
            `<Relationship Id="rId${place + 1}" Type="${RELATIONS}/hyperlink" Target="${escaped(address)}" TargetMode="External"/>`,
        )
        .join('') +
      '</Relationships>',
    styles: (): string => stylesXml(formats),
  };
}

function stylesXml(formats: readonly string[]): string {
  const FIRST_OWN = 164;
  const look = (more: string): string => `<xf fillId="0" borderId="0" xfId="0" ${more}/>`;
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="${formats.length}">${formats.map((format, place) => `<numFmt numFmtId="${FIRST_OWN + place}" formatCode="${escaped(format)}"/>`).join('')}</numFmts>` +
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0E5A4E"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${LOOKS.formats + formats.length}">` +
    look('numFmtId="0" fontId="0"') +
    look('numFmtId="0" fontId="1" applyFont="1"') +
    look('numFmtId="0" fontId="2" applyFont="1"') +
    look('numFmtId="49" fontId="0" applyNumberFormat="1"') +
    formats
      .map((_, place) => look(`numFmtId="${FIRST_OWN + place}" fontId="0" applyNumberFormat="1"`))
      .join('') +
    '</cellXfs></styleSheet>'
  );
}

/** The parts of a workbook of one sheet that do not depend on its rows, by their paths in the file. */
export const fixedParts = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${HEAD}<Types xmlns="${NAMESPACE}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
    '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
  '_rels/.rels':
    `${HEAD}<Relationships xmlns="${NAMESPACE}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${HEAD}<Relationships xmlns="${NAMESPACE}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
});
