// What the house wants of its own code beyond the linter's rules, each as selectors of syntax and what to do instead.

/** Days and times are the house's (rule: House day): what the machine's or the browser's clock says is another day. */
const LOCAL_TIME =
  '/^(toLocale(Date|Time)?String|to(Date|Time)String|(get|set)(Date|Day|Month|FullYear|Hours|Minutes)|getTimezoneOffset)$/';
// `read.parcel`, `read."parcel"` and `"read"."parcel"`, in SQL or as Kysely's name of a table.
const READ_TABLE = '/(^|[^\\w.])"?read"?\\."?[a-z]/';

/** @param {Record<string, string>} messages by selector */
const syntax = (messages) => ({
  create: (/** @type {{ report(found: { node: unknown, message: string }): void }} */ context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [
        selector,
        (/** @type {unknown} */ node) => context.report({ node, message }),
      ]),
    ),
});

const OTHER_CLOCK =
  "Days and times are the house's: contracts/vocabulary/house-time.ts, web-shared/formats/moments.ts.";
const READ_MODEL = 'A question to a read model is a function of its projection.';

export default {
  meta: { name: 'house' },
  rules: {
    'no-unwanted-syntax': syntax({
      TSEnumDeclaration: 'A union of string literals does it.',
      'TSModuleDeclaration[kind="namespace"]': 'A module does it.',
      Decorator: 'A function does it.',
      'CatchClause > BlockStatement[body.length=0]': 'An error is not swallowed.',
      ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)':
        'Its elements can stand here themselves.',
    }),
    'no-other-clocks': syntax({
      [`MemberExpression[property.name=${LOCAL_TIME}]`]: OTHER_CLOCK,
      'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]': OTHER_CLOCK,
      'NewExpression[callee.name="Date"][arguments.length>1]': OTHER_CLOCK,
    }),
    'no-utc-days': syntax({
      'CallExpression[callee.property.name="slice"][arguments.0.value=0]:matches([arguments.1.value=10], [arguments.1.value=7])':
        "An instant's first characters are a day of UTC: `dayOf` is the house's.",
    }),
    'no-other-date-fields': syntax({
      'JSXAttribute[name.name="type"][value.value=/^(date|datetime-local|month|time|week)$/]':
        "A day or a time is typed into date-fields.tsx' components.",
    }),
    'no-asked-read-models': syntax({
      [`TemplateElement[value.raw=${READ_TABLE}]`]: READ_MODEL,
      [`Literal[value=${READ_TABLE}]`]: READ_MODEL,
    }),
  },
};
