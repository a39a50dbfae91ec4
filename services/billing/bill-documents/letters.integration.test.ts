import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type TestContext } from 'vitest';
import { hasCode } from '#services/platform/has-code.ts';
import { billPdf } from './bill-pdf.ts';
import { creditNotePdf } from './credit-note-pdf.ts';
import { statementPdf } from './statement-pdf.ts';
import { aprilDocument, lineOverride, statementOf } from './testing/example-documents.ts';

/** The text of a PDF as another program (poppler's pdftotext) reads it; the test is skipped where there is none. */
async function readByAnother(context: Pick<TestContext, 'skip'>, pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-pdf-'));
  try {
    const file = path.join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-']);
    return stdout;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return context.skip('pdftotext was not found. Install it (apt-get install poppler-utils).');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NAMES = ['Łukasz Şahin', 'Ďurďa & Đặng', 'Κωνσταντίνος Παπαδόπουλος', 'ООО Журавль'];

test.for(NAMES)('another program reads %s in a bill and in a statement', async (name, context) => {
  const document = aprilDocument([{ ...lineOverride('SURCHARGE', 1_000), reason: `agreed with ${name}` }]);
  const customer = { ...document.customer, bigName: name, legalName: `${name} Ltd` };
  const bill = await readByAnother(context, await billPdf({ ...document, customer }));
  expect(bill).toContain(`${name}\n`);
  expect(bill).toContain(`${name} Ltd`);
  expect(bill.replace(/\s+/g, ' ')).toContain(`agreed with ${name}`);
  const statement = statementOf(document);
  const vendor = { ...statement.vendor, name };
  expect(await readByAnother(context, await statementPdf({ ...statement, vendor }))).toContain(name);
});

test('another program reads the minus of the screens before what is given', async (context) => {
  const note = { number: '2026-00041', former: '2026-00040', amountCents: -31_000 };
  const document = aprilDocument();
  const texts = [
    await readByAnother(context, await billPdf(document)),
    await readByAnother(context, await creditNotePdf(document, note)),
    await readByAnother(context, await statementPdf(statementOf(document))),
  ];
  for (const [index, amounts] of [['−$200.00'], ['−$310.00'], ['−$100.00', '−$35.00']].entries()) {
    for (const amount of amounts) expect(texts[index]).toContain(amount);
    expect(texts[index]).not.toContain('-$');
  }
});

test('the same document is the same bytes, whatever its letters', async () => {
  const document = aprilDocument();
  for (const bigName of ['Alder', ...NAMES]) {
    const drawn = () => billPdf({ ...document, customer: { ...document.customer, bigName } });
    expect((await drawn()).equals(await drawn())).toBe(true);
  }
});
