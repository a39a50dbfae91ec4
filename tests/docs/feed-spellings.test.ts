import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALIAS_TABLES } from '#services/vendors/feed/grading-aliases.ts';
import type { RankedAliases } from '#services/vendors/feed/exact-aliases.ts';

const PAGE = 'docs/feeds.md';
const PLACE = /(?<=<!-- spellings -->\n)[^]*(?=<!-- \/spellings -->)/;

/** A table a list: the value, and the spellings of each rank from the left. */
function listOf([attribute, table]: [string, RankedAliases]): string {
  const rows = Object.entries(table).map(([value, ranks]) => {
    const spellings = ranks.flat().filter((spelling) => spelling.toUpperCase() !== value.toUpperCase());
    return `- \`${value}\`${spellings.length > 0 ? `: ${spellings.join(', ')}` : ''}`;
  });
  return `### ${attribute}\n\n${rows.join('\n')}\n`;
}

test('the page of feeds has every spelling (rule: Feed mapping)', () => {
  const spellings = `\n${Object.entries<RankedAliases>(ALIAS_TABLES).map(listOf).join('\n')}\n`;
  const page = readFileSync(PAGE, 'utf8');
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      PAGE,
      page.replace(PLACE, () => spellings),
    );
  expect(readFileSync(PAGE, 'utf8')).toContain(`<!-- spellings -->\n${spellings}<!-- /spellings -->`);
});
