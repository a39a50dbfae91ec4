import type { Locator, Page } from 'playwright-core';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The list in front: filters, rows, selection, actions. Written for wide screens and the table view. */
export function stoneListPage(page: Page) {
  const visible = page.locator(':visible');
  const grid = page.getByRole('grid').and(visible);
  const filters = page.getByRole('group', { name: 'Filters' }).and(visible);
  const filterButton = (name: string): Locator =>
    filters.getByRole('button', { name: new RegExp(`^${escaped(name)}(:|$)`) });
  const row = (parcelName: string): Locator => grid.locator(`tr[data-key="${parcelName}"]`);
  const openFilter = async (name: string): Promise<Locator> => {
    const button = filterButton(name);
    if ((await button.count()) === 0) await filters.getByRole('button', { name: /^More/ }).click();
    await button.click();
    const dialog = page.getByRole('dialog', { name: `Filter by ${name}` });
    await dialog.waitFor();
    return dialog;
  };
  const done = async (dialog: Locator): Promise<void> => {
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const confirm = async (answer: 'Yes' | 'No', comment?: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.waitFor();
    if (comment !== undefined) await dialog.getByLabel('Comment (optional)').fill(comment);
    await dialog.getByRole('button', { name: answer }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const press = (name: string): Promise<void> =>
    page
      .getByRole('group', { name: 'Actions' })
      .and(visible)
      .getByRole('button', { name, exact: true })
      .click();

  /** Where each column's heading is, in pixels from the left; what is pinned at the right covers those before it. */
  const columnEdges = (): Promise<{ name: string; from: number; to: number; covered: boolean }[]> =>
    grid.locator('thead th').evaluateAll((heads) => {
      const table = heads[0]?.closest('[role="grid"]')?.parentElement?.getBoundingClientRect();
      const pinnedLeft = heads.filter((head) => head.getAttribute('data-pinned') === 'left');
      const start = Math.max(...pinnedLeft.map((head) => head.getBoundingClientRect().right));
      const boxes = heads.map((head) => ({ head, box: head.getBoundingClientRect() }));
      const pinned = boxes.filter(({ head }) => head.getAttribute('data-pinned') === 'right');
      const end = Math.min(table?.right ?? 0, ...pinned.map(({ box }) => box.left));
      return boxes.flatMap(({ head, box }) => {
        const names = [...(head.matches('[data-symbol]') ? [] : head.querySelectorAll('button, span'))];
        return (names.length === 0 ? [head] : names).map((each) => ({
          name: each.getAttribute('aria-label') ?? each.textContent.trim(),
          from: Math.round(box.left),
          to: Math.round(box.right),
          covered: head.getAttribute('data-pinned') === null && (box.right > end + 1 || box.left < start - 1),
        }));
      });
    });

  return {
    grid,
    row,
    columnEdges,
    /** Columns that are wholly in sight. */
    columnsInSight: async () =>
      (await columnEdges()).filter(({ covered }) => !covered).map(({ name }) => name),
    /** Pixels by which the table is wider than its room. */
    sideways: () =>
      grid.evaluate(({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth),
    /** Texts and headings that are wider than their cells. */
    cutTexts: () =>
      grid
        .locator('th:not([data-symbol]), td:not([data-symbol])')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        ),
    scrollSideways: (to: 'start' | 'end') =>
      grid.evaluate(({ parentElement }, where) => {
        parentElement!.scrollLeft = where === 'end' ? parentElement!.scrollWidth : 0;
      }, to),
    /** What is in sight by half: columns, and texts that are wider than their cells. */
    cutOff: () =>
      grid.evaluate((table) => {
        const heads = [...table.querySelectorAll('thead th')];
        const pinned = heads.filter((head) => head.getAttribute('data-pinned') === 'right');
        const end = Math.min(...pinned.map((head) => head.getBoundingClientRect().left));
        const half = heads.filter((head) => {
          const { left, right } = head.getBoundingClientRect();
          return head.getAttribute('data-pinned') === null && left < end - 1 && right > end + 1;
        });
        const long = [...table.querySelectorAll('tbody td:not([data-symbol])')].filter(
          (cell) => cell.scrollWidth > cell.clientWidth,
        );
        return [...half, ...long].map(({ textContent }) => textContent);
      }),
    /** The stone's own sub-heading: '2,986 of 41,207 stones · 2 selected, …'. */
    summary: () =>
      page
        .getByRole('heading', { level: 1 })
        .and(visible)
        .locator('xpath=following-sibling::p[@role="status"]')
        .innerText(),
    /** Parcel names on the page shown, from the top. */
    parcels: () =>
      grid
        .locator('tr[data-key]')
        .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-key') ?? '')),
    /** Filters by what stands in the keyboard's way first: the text filter that `/` goes to. */
    firstFilter: filters.getByRole('searchbox', { name: 'Parcel Name' }),
    waitForRows: () => grid.locator('tr[data-key]').first().waitFor(),
    /** The texts of one column on the page shown, by its heading. */
    async column(heading: string): Promise<string[]> {
      const names = await grid
        .locator('thead th')
        .evaluateAll((heads) =>
          heads.map((head) =>
            [...head.querySelectorAll('button, span')].map(
              (each) => each.getAttribute('aria-label') ?? each.textContent.trim(),
            ),
          ),
        );
      const place = names.findIndex((head) => head.includes(heading));
      return grid
        .locator(`tbody tr[data-key] td:nth-child(${place + 1})`)
        .evaluateAll(
          (cells, line) =>
            cells.map(
              (each) =>
                (each.querySelectorAll<HTMLElement>(':scope > div')[line] ?? (each as HTMLElement)).innerText,
            ),
          names[place]?.indexOf(heading) ?? 0,
        );
    },
    /** The columns' headings; those of symbols by what screen readers hear. */
    headings: async (): Promise<string[]> =>
      (await columnEdges()).map(({ name }) => name).filter((name) => name !== ''),
    /** The names of the filters in sight and under More. */
    async filterNames(): Promise<string[]> {
      const more = filters.getByRole('button', { name: /^More/ });
      if ((await more.count()) > 0) await more.click();
      const names = await filters
        .locator('button, input')
        .evaluateAll((each) => each.map((one) => one.getAttribute('aria-label') ?? one.textContent));
      return names.filter((name) => name !== 'Clear Filters' && name !== 'Fewer');
    },
    /** The virtual row of what the filters ask for. */
    similarRow: grid.locator('tr[data-key="desire:new"]'),
    /** Rows of requests for similar stones, in the cart, My or Past. */
    desireRows: grid.locator('tr[data-key^="desire:"]:not([data-key="desire:new"])'),
    /** The replacement options of a past stone. */
    async refill(parcelName: string): Promise<Locator> {
      await grid.getByRole('button', { name: `Refill ${parcelName}` }).click();
      const dialog = page.getByRole('dialog', { name: /Replacement options/ });
      await dialog.waitFor();
      return dialog;
    },
    /** Exports; the path of the file that was saved, and its name. */
    async export(): Promise<{ path: string; name: string }> {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export', exact: true }).and(visible).click(),
      ]);
      return { path: await download.path(), name: download.suggestedFilename() };
    },
    /** A card of the gallery, opened. */
    async openCard(place: number): Promise<Locator> {
      await page
        .getByRole('button', { name: /^Open / })
        .and(visible)
        .nth(place)
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      return dialog;
    },
    /** Types into a text filter that is in sight: 'Parcel Name' or 'Cert'. */
    filterText: (name: string, text: string) => filters.getByRole('searchbox', { name }).fill(text),
    /** A numeric range; an empty end is open. */
    async filterRange(name: string, from: string, to: string): Promise<void> {
      const dialog = await openFilter(name);
      await dialog.getByRole('textbox', { name: /^From/ }).fill(from);
      await dialog.getByRole('textbox', { name: /^To/ }).fill(to);
      await done(dialog);
    },
    /** Chooses values of a multi-select. */
    async filterChoice(name: string, values: readonly string[]): Promise<void> {
      const dialog = await openFilter(name);
      for (const value of values)
        await dialog.getByRole('checkbox', { name: new RegExp(`^${escaped(value)}\\s*[\\d,]*$`) }).check();
      await done(dialog);
    },
    clearFilters: () => filters.getByRole('button', { name: 'Clear Filters' }).click(),
    sortBy: (heading: string) =>
      grid.getByRole('columnheader', { name: heading }).getByRole('button').click(),
    select: (parcelName: string) => row(parcelName).getByRole('checkbox').check(),
    unselect: (parcelName: string) => row(parcelName).getByRole('checkbox').uncheck(),
    selectAll: () => grid.getByRole('checkbox', { name: 'Select all' }).check(),
    /** The row's own button. */
    addToCart: (parcelName: string) =>
      row(parcelName)
        .getByRole('button', { name: `Add ${parcelName} to cart` })
        .click(),
    addSelectedToCart: () => press('Add to cart'),
    removeSelected: () => press('Remove'),
    /** Cart: requests the selection through the large dialog. */
    async requestSelected(comment?: string): Promise<void> {
      await press('Request');
      const dialog = page.getByRole('dialog', { name: 'Confirm your request' });
      if (comment !== undefined) await dialog.getByLabel('Comment (optional)').fill(comment);
      await dialog.getByRole('button', { name: 'Request', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    async returnSelected(comment?: string): Promise<void> {
      await press('Return');
      await confirm('Yes', comment);
    },
    async sellSelected(comment?: string): Promise<void> {
      await press('Sold');
      await confirm('Yes', comment);
    },
    actionButton: (name: string): Locator =>
      page.getByRole('group', { name: 'Actions' }).and(visible).getByRole('button', { name, exact: true }),
    /** The status chip in the row of My or Past. */
    status: (parcelName: string, text: string): Locator => row(parcelName).getByText(text, { exact: true }),
    /** Opens the stone's tab. */
    open: (parcelName: string) => row(parcelName).getByText(parcelName, { exact: true }).click(),
    goToPage: (number: number) =>
      page
        .getByRole('textbox', { name: 'Page number' })
        .and(visible)
        .fill(String(number))
        .then(() => page.keyboard.press('Enter')),
    setPageSize: (size: number) =>
      page
        .getByRole('textbox', { name: 'Page size' })
        .and(visible)
        .fill(String(size))
        .then(() => page.keyboard.press('Enter')),
    showTable: () =>
      page.getByRole('group', { name: 'View' }).and(visible).getByRole('button', { name: 'Table' }).click(),
    showGallery: () =>
      page.getByRole('group', { name: 'View' }).and(visible).getByRole('button', { name: 'Gallery' }).click(),
  };
}
