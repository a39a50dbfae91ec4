import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { BillLine, Cut, Override } from '#contracts/billing/index.ts';
import { EXAMPLE_TERMS, exampleWorld, world, ZONE } from '#services/billing/testing/billing-world.ts';
import { billPdf } from './bill-pdf.ts';
import { billWorkbook } from './bill-workbook.ts';
import { creditNotePdf } from './credit-note-pdf.ts';
import { overriddenTermsOf, termsPeriods } from './issue-documents.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementWorkbook } from './statement-workbook.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { readWorkbook, shown } from './testing/read-workbook.ts';
import { aprilDocument, lineOverride, mayDocument, statementOf } from './testing/example-documents.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1100));

describe.each([
  ['a bill’s workbook', () => billWorkbook(mayDocument())],
  ['a bill’s PDF', () => billPdf(mayDocument())],
  ['a statement’s workbook', () => statementWorkbook(statementOf(mayDocument()))],
  ['a statement’s PDF', () => statementPdf(statementOf(mayDocument()))],
])('%s', (_, draw) => {
  test('is the same bytes whenever it is made', async () => {
    const first = await draw();
    // Archives and PDFs tell seconds.
    await pause();
    expect((await draw()).equals(first)).toBe(true);
  });
});

describe('A bill as a workbook (rule: Invoice versions)', () => {
  test('has four sheets that print on one page across, with their headings in sight', async () => {
    const workbook = await readWorkbook(await billWorkbook(aprilDocument()));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Bill', 'Workings', 'Adjustments', 'Terms']);
    for (const { views, pageSetup } of workbook.worksheets) {
      expect(views[0]).toMatchObject({ state: 'frozen' });
      expect(pageSetup).toMatchObject({ fitToPage: true, fitToWidth: 1, fitToHeight: 0 });
    }
  });

  test('names the customer in large, the month, the due date, and each line with its working', async () => {
    const sheet = (await readWorkbook(await billWorkbook(aprilDocument()))).getWorksheet('Bill');
    expect(sheet?.getCell('A2')).toMatchObject({ value: 'ALDER', font: { size: 24 } });
    expect(shown(sheet, 'A').slice(0, 8)).toEqual([
      'Vitrine',
      'ALDER',
      'Alder & Sons, Inc.',
      'Bill for April 2026',
      '5 Elm Street · Boston',
      '1 Main Street · New York · EIN 12-3456789',
      'Pay to First Bank, 0210-0002',
      'Item',
    ]);
    expect(shown(sheet, 'F')).toEqual([
      '2026-04/7',
      '7',
      '2026-05-01',
      '2026-05-31',
      'position 15',
      '2026-00042',
      'Amount',
      '98',
      '34',
      '15',
      '106.67',
      '253.67',
      '28.4',
      '28.4',
      '220.17',
      '220.17',
      '0',
      '-200',
      '-200',
      '302.24',
    ]);
    expect(shown(sheet, 'C')).toContain('17 of 30 days at 1 % of $6,000.00; 3 days of grace');
  });

  test('writes what begins like a formula as text', async () => {
    const { customer, ...april } = aprilDocument();
    const hostile = { ...customer, legalName: '=HYPERLINK("http://example.com")', bigName: '@SUM(1)' };
    const sheet = (await readWorkbook(await billWorkbook({ ...april, customer: hostile }))).getWorksheet(
      'Bill',
    );
    for (const cell of ['A2', 'A3', 'B11'])
      expect(sheet?.getCell(cell)).toMatchObject({ type: ExcelJS.ValueType.String, numFmt: '@' });
  });

  test('shows computed and overridden amounts, and lists what was overridden', async () => {
    const fee = aprilDocument().bill.lines[0]!.key;
    const workbook = await readWorkbook(
      await billWorkbook(
        aprilDocument([
          lineOverride(fee, 5_000),
          { target: 'TERM', customerId: 7, term: 'lgFeeRatePpm', value: 10_000, reason: 'trial' },
        ]),
      ),
    );
    const bill = workbook.getWorksheet('Bill');
    expect(
      ['D10', 'E10', 'F10'].map((cell) => bill?.getCell(cell).result ?? bill?.getCell(cell).value),
    ).toEqual([98, 50, 50]);
    expect(shown(workbook.getWorksheet('Terms'), 'C')).toEqual(['Reason', 'agreed by phone', 'trial']);
    expect(shown(workbook.getWorksheet('Terms'), 'A').slice(-2)).toEqual([
      `Line ${fee}`,
      'Monthly fee: lab-grown',
    ]);
  });

  test('given sales, credits and an opening balance, then the workings have their keys too (rule: Overrides)', async () => {
    const april = aprilDocument();
    const sale = april.bill.lines.find((line) => line.kind === 'SALE')!;
    const { invoice } = sale.working;
    const none = { ...sale, override: null, vendorParts: [] };
    const balance = { parcelName: null, computedCents: 5_000, amountCents: 5_000 };
    const lines: BillLine[] = [
      ...april.bill.lines,
      { ...none, kind: 'CREDIT', key: 'CREDIT:D', working: { credit: invoice, invoice } },
      {
        ...none,
        ...balance,
        kind: 'OPENING_BALANCE',
        key: 'OPENING_BALANCE',
        working: { balanceCents: 5_000 },
      },
    ];
    const workings = (
      await readWorkbook(await billWorkbook({ ...april, bill: { ...april.bill, lines } }))
    ).getWorksheet('Workings');
    const customers = lines.filter(({ kind }) => kind !== 'DEPLOYMENT').map(({ key }) => key);
    expect(shown(workings, 'A')).toEqual(expect.arrayContaining(customers));
    expect(shown(workings, 'A')).not.toContain(expect.stringContaining('DEPLOYMENT'));
    const rowOf = (key: string): ExcelJS.Row =>
      workings!.getRows(1, workings!.rowCount)!.find((row) => row.getCell(1).value === key)!;
    expect(rowOf(sale.key).getCell(2).value).toBe('D');
    expect([sale.key, 'CREDIT:D', 'OPENING_BALANCE'].map((key) => rowOf(key).getCell(13).result)).toEqual([
      0, 0, 50,
    ]);
  });

  test('tells of each adjustment what was billed, what it is now, and because of which event', async () => {
    const sheet = (await readWorkbook(await billWorkbook(mayDocument()))).getWorksheet('Adjustments');
    expect(shown(sheet, 'G')).toEqual(['Difference', '-20', '-20', '-25.6', '-25.6', '20', '20']);
    expect(shown(sheet, 'H').slice(1)).toEqual(Array(3).fill('RETURN_MEMO of B dated 2026-04-21'));
    expect(shown(sheet, 'J').slice(1)).toEqual(['admin', 'admin', 'admin']);
  });

  test('has no cost, vendor part or list price in it', async () => {
    for (const document of [aprilDocument(), mayDocument()]) {
      const workbook = await readWorkbook(await billWorkbook(document));
      const words: string[] = [];
      workbook.eachSheet((sheet) =>
        sheet.eachRow((row) => row.eachCell((cell) => words.push(String(cell.result ?? cell.value)))),
      );
      // D's cost, B's cost, the vendor's deduction.
      expect(
        words.filter((word) => /18518\.52|18,518\.52|5555\.56|35\.00|Antwerp|DEPLOYMENT/.test(word)),
      ).toEqual([]);
    }
  });
});

test('given a minimum from a day of the month on, then the terms name none before it (rule: Months of billing)', () => {
  const given = world({ ...EXAMPLE_TERMS, minInventoryCents: 500 }).registered('2026-04-11T16:00:00.000Z');
  const minimums = (cut: Cut, overrides: Override[] = []) =>
    termsPeriods(given.facts(), { month: '2026-04', cut, overrides }, ZONE).map(({ from, to, terms }) => [
      from,
      to,
      terms.minInventoryCents,
    ]);
  const registered = given.cut();
  const from = '2026-04-11';
  expect(minimums(registered)).toEqual([
    ['2026-04-01', '2026-04-10', 0],
    [from, '2026-04-30', 500],
  ]);
  const value = 900;
  const agreed = {
    target: 'TERM',
    customerId: 7,
    term: 'minInventoryCents',
    value,
    reason: 'agreed',
  } as const;
  expect(minimums(registered, [agreed])).toEqual([
    ['2026-04-01', '2026-04-10', 0],
    [from, '2026-04-30', value],
  ]);
  given.terms({ minInventoryCents: 500 }, '2026-04-06');
  expect(minimums(given.cut())).toEqual([
    ['2026-04-01', '2026-04-05', 0],
    ['2026-04-06', '2026-04-30', 500],
  ]);
  expect(minimums(registered)[0]).toEqual(['2026-04-01', '2026-04-10', 0]);
});

test('a credit note names what it takes back and what is due instead (rule: Document numbers)', async () => {
  const note = { number: '2026-00041', former: '2026-00040', amountCents: -31_000 };
  const { text } = readPdf(await creditNotePdf(aprilDocument(), note));
  const lines = text.split('\n');
  for (const words of [
    'Credit note for April 2026',
    '2026-00041',
    '2026-00040',
    // Its minus is of another font (letters.integration.test.ts).
    '$310.00',
    'What is due is on 2026-00042.',
  ])
    expect(lines).toContain(words);
});

describe('A bill as a PDF', () => {
  test('names the product, the legal name, the month, the due date, every line and the total', async () => {
    const { text, pages } = readPdf(await billPdf(aprilDocument()));
    expect(pages).toBe(1);
    const lines = text.split('\n');
    for (const words of [
      'Vitrine',
      'Bill for April 2026',
      'ALDER',
      'Alder & Sons, Inc.',
      '2026-00042',
      '5 Elm Street',
      '1 Main Street · New York · EIN 12-3456789',
      'Pay to First Bank, 0210-0002',
      '2026-05-31',
      '17 of 30 days at 1 % of $6,000.00; 3 days of grace',
      '$253.67',
      'Total due',
      '$302.24',
      'Page 1 of 1',
    ])
      expect(lines).toContain(words);
  });

  test('names the terms that were overridden, what they were, and why', async () => {
    const given = exampleWorld();
    const overrides: Override[] = [
      { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 5_000, reason: 'trial' },
      { target: 'TERM', customerId: 7, term: 'paymentDays', value: 45, reason: 'as agreed' },
    ];
    given.terms({ feeRatePpm: 12_345 }, '2026-04-11');
    const overriddenTerms = overriddenTermsOf(
      given.facts(),
      { month: '2026-04', cut: given.cut(), overrides },
      ZONE,
    );
    const { text } = readPdf(await billPdf({ ...aprilDocument(overrides), overriddenTerms }));
    const printed = text.replaceAll('\n', ' ');
    expect(printed).toContain('Overridden this month');
    expect(printed).toContain('0.5 % (was 1 %, then 1.2345 %): trial');
    expect(printed).toContain('45 days (was 30 days): as agreed');
  });

  test('of many lines has many pages, each numbered, with nothing lost', async () => {
    const { bill, ...april } = aprilDocument();
    const fee = bill.lines[0]!;
    const lines = Array.from({ length: 120 }, (_, index) => ({
      ...fee,
      key: `${index}`,
      parcelName: `P-${index}`,
    }));
    const { text, pages } = readPdf(
      await billPdf({ ...april, bill: { ...bill, lines, totalCents: 120 * 9_800 } }),
    );
    expect(pages).toBeGreaterThan(3);
    const words = text.split('\n');
    for (let page = 1; page <= pages; page += 1) expect(words).toContain(`Page ${page} of ${pages}`);
    for (const { parcelName } of lines) expect(words).toContain(parcelName);
    expect(words.filter((word) => word === '$98.00')).toHaveLength(120);
    // Every page says what its columns are, and which group goes on.
    for (const head of ['Item', 'How it comes about', 'Amount'])
      expect(words.filter((word) => word === head)).toHaveLength(pages);
    expect(words.filter((word) => word === 'Monthly fees, continued')).toHaveLength(pages - 1);
  });

  test('never has its sums alone on a page', async () => {
    const { bill, ...april } = aprilDocument();
    const fee = bill.lines[0]!;
    for (let count = 20; count < 28; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => ({
        ...fee,
        key: `${index}`,
        parcelName: `P-${index}`,
      }));
      const { text } = readPdf(await billPdf({ ...april, bill: { ...bill, lines } }));
      const [, ...continued] = text.split('Monthly fees, continued');
      for (const page of continued) expect(page).toMatch(/P-\d/);
    }
  });

  test.each([
    ['with lines', {}],
    ['with nothing on it', { lines: [], totalCents: 0 }],
    ['in the customer’s favour', { totalCents: -2_560 }],
  ])('%s prints bank lines whole, on the page of the sums', async (_name, changes) => {
    const { bill, house, details, ...april } = aprilDocument();
    const words = Array.from({ length: 43 }, (_, index) => `word-${100 + index}`);
    const bankLines = `Pay to\n${words.join(' ')}`;
    for (let count = 18; count < 26; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => ({ ...bill.lines[0]!, key: `${index}` }));
      const document = {
        ...april,
        bill: { ...bill, lines, ...changes },
        house: { ...house, bankLines },
        details: { ...details, bankLines },
      };
      const { text } = readPdf(await billPdf(document));
      const [, foot = ''] = text.split('Pay to\n');
      expect(foot).not.toContain('continued');
      expect(foot.match(/Page \d/g)).toHaveLength(1);
      expect(words.filter((word) => !foot.includes(word))).toEqual([]);
    }
  });

  test('with nothing on it says so', async () => {
    const { bill, ...april } = aprilDocument();
    const { text } = readPdf(await billPdf({ ...april, bill: { ...bill, lines: [], totalCents: 0 } }));
    expect(text).toContain('There is nothing to bill for April 2026.');
  });

  test('says where a name has letters that it cannot show; its number stands beside it', async () => {
    const { customer, ...april } = aprilDocument();
    const lacking = 'Letters that this page cannot show';
    const { text } = readPdf(await billPdf({ ...april, customer: { ...customer, bigName: '東京 Jewels' } }));
    expect(text).toContain('?? Jewels');
    expect(text).toContain(lacking);
    expect(text).toContain(`Customer ${customer.customerId}`);
    const asked = readPdf(await billPdf({ ...april, customer: { ...customer, bigName: 'Jewels?' } }));
    expect(asked.text).not.toContain(lacking);
  });

  test('tells of an adjustment what changed the customer’s amount, who and why; not what moved vendors alone', async () => {
    const { bill, ...may } = mayDocument();
    const lines = bill.lines.map((line) => {
      if (line.kind !== 'ADJUSTMENT') return line;
      const [cause] = line.working.causes;
      const ofVendor = { ...cause!, what: 'terms of vendor 1', deltaCents: 0 };
      return { ...line, working: { ...line.working, causes: [...line.working.causes, ofVendor] } };
    });
    const document = { ...may, bill: { ...bill, lines } };
    const { text } = readPdf(await billPdf(document));
    expect(text.replaceAll('\n', ' ')).toContain('RETURN_MEMO of B dated 2026-04-21, by admin');
    expect(text).not.toContain('vendor');
    const sheet = (await readWorkbook(await billWorkbook(document))).getWorksheet('Adjustments');
    expect(shown(sheet, 'H').join()).not.toContain('vendor');
  });

  test('of a credit says that it is in the customer’s favour', async () => {
    const { bill, ...april } = aprilDocument();
    const { text } = readPdf(await billPdf({ ...april, bill: { ...bill, totalCents: -2_560 } }));
    expect(text).toContain('In your favour\n');
    expect(text).toContain('$25.60');
    expect(text).not.toContain('Total due');
  });
});
