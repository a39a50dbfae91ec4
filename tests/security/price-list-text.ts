/** A small price list as it is loaded: both tables, two bands, two grades. */
export function demoPriceListText(): string {
  const rows = ['table,from,to,colour,clarity,pricePerCarat,date'];
  for (const table of ['round', 'pear'])
    for (const [from, to] of [
      ['0.30', '0.39'],
      ['0.40', '0.49'],
    ])
      for (const colour of ['D', 'E'])
        for (const clarity of ['IF', 'VVS1'])
          rows.push([table, from, to, colour, clarity, '2100.50', '2026-03-06'].join(','));
  return rows.join('\n');
}
