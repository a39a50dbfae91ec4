import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import path from 'node:path';
import tseslint from 'typescript-eslint';

const root = path.resolve(import.meta.dirname, '..');

const unwanted = [
  { selector: 'TSEnumDeclaration', message: 'A union of string literals does it.' },
  { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'A module does it.' },
  { selector: 'Decorator', message: 'A function does it.' },
  { selector: 'CatchClause > BlockStatement[body.length=0]', message: 'An error is not swallowed.' },
  {
    selector:
      ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
    message: 'Its elements can stand here themselves.',
  },
];

/** Days and times are the house's (rule: House day): what the machine's or the browser's clock says is another day. */
const LOCAL_TIME =
  '/^(toLocale(Date|Time)?String|to(Date|Time)String|(get|set)(Date|Day|Month|FullYear|Hours|Minutes)|getTimezoneOffset)$/';
const otherClocks = [
  `MemberExpression[property.name=${LOCAL_TIME}]`,
  'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]',
  'NewExpression[callee.name="Date"][arguments.length>1]',
].map((selector) => ({
  selector,
  message:
    "Days and times are the house's: contracts/vocabulary/house-time.ts, web-shared/formats/moments.ts.",
}));
const utcDays = {
  selector:
    'CallExpression[callee.property.name="slice"][arguments.0.value=0]:matches([arguments.1.value=10], [arguments.1.value=7])',
  message: "An instant's first characters are a day of UTC: `dayOf` is the house's.",
};
const otherDateFields = {
  selector: 'JSXAttribute[name.name="type"][value.value=/^(date|datetime-local|month|time|week)$/]',
  message: "A day or a time is typed into date-fields.tsx' components.",
};

// `read.parcel`, `read."parcel"` and `"read"."parcel"`, in SQL or as Kysely's name of a table.
const READ_TABLE = '/(^|[^\\w.])"?read"?\\."?[a-z]/';
const readModelsAsked = [`TemplateElement[value.raw=${READ_TABLE}]`, `Literal[value=${READ_TABLE}]`].map(
  (selector) => ({ selector, message: 'A question to a read model is a function of its projection.' }),
);

export default defineConfig(
  { ignores: ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      // Types decide what the compiler already knows; these find what it does not.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true }],
      // A checked index in a hot loop is what `!` is for; a void callback may be asynchronous; a draft is a plain object.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-syntax': ['error', ...unwanted],
      'no-console': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['{contracts,services,projections,deploy}/**/*.ts'],
    ignores: ['**/*.test.ts', 'services/platform/clock.ts', 'deploy/local/event-store/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Ids and chance are arguments.' },
        { object: 'Date', property: 'now', message: 'The clock is an argument.' },
      ],
    },
  },
  {
    // Tests look into the tables; the product asks.
    files: ['{contracts,services,deploy}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...unwanted, ...readModelsAsked, ...otherClocks] },
  },
  {
    files: ['web-{shared,portal,admin}/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest'], jsxA11y.flatConfigs.recommended],
    rules: {
      // About a compiler that is not used.
      'react-hooks/incompatible-library': 'off',
      // What opens by a key press takes the focus there.
      'jsx-a11y/no-autofocus': 'off',
      'jsx-a11y/label-has-associated-control': [
        'error',
        { controlComponents: ['Field', 'HouseDayInput', 'input', 'select'], assert: 'either' },
      ],
    },
  },
  {
    files: ['projections/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...unwanted, ...otherClocks] },
  },
  {
    files: ['web-{shared,portal,admin}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', 'web-shared/components/field/date-fields.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...unwanted, ...otherClocks, utcDays, otherDateFields] },
  },
  {
    // The one place: every function here takes the zone.
    files: ['contracts/vocabulary/{house-time,time-zone,months}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...unwanted, ...readModelsAsked] },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    // The compiler checks these files too, and knows every name.
    rules: { 'no-undef': 'off' },
  },
);
