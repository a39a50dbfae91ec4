import { describe, expect, test } from 'vitest';
import { readPdf } from '#tests/support/read-pdf.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementWorkbook } from './statement-workbook.ts';
import { aprilDocument, mayDocument, statementOf } from './testing/example-documents.ts';
import { readWorkbook, shown } from './testing/read-workbook.ts';

describe('A vendor’s statement (rule: Statements)', () => {
  test('adds up, and names no customer', async () => {
    const document = statementOf(aprilDocument());
    const sheet = (await readWorkbook(await statementWorkbook(document))).getWorksheet('Statement');
    expect(shown(sheet, 'G')).toEqual([
      '1',
      '2026-05-01',
      'Amount',
      '18888.89',
      '18888.89',
      '17',
      '53.34',
      '70.34',
      '3.66',
      '3.66',
      '-100',
      '-100',
      '-35',
      '-35',
      '18827.89',
    ]);
    const { text } = readPdf(await statementPdf(document));
    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['Antwerp Rounds', 'Payable to you', '$18,827.89', 'fee: 50 % of $106.67']),
    );
    for (const words of [text, ...shown(sheet, 'A'), ...shown(sheet, 'C')])
      expect(words).not.toMatch(/alder|customer/i);
  });

  test('says of an adjustment what of which month it adjusts', async () => {
    // Given a stone of April that came back late: its fee and its surcharge are adjusted in May.
    const document = statementOf(mayDocument());
    const adjusted = [
      'adjustment of April 2026, fee',
      'adjustment of April 2026, hearts-and-arrows surcharge',
    ];
    // When May's statement is made, then each of the lines has its own words.
    const sheet = (await readWorkbook(await statementWorkbook(document))).getWorksheet('Statement');
    expect(shown(sheet, 'C').filter((words) => words.startsWith('adjustment'))).toEqual(adjusted);
  });
});
