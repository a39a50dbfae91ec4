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
];

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
    rules: { 'no-restricted-syntax': ['error', ...unwanted, ...readModelsAsked] },
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
    files: ['**/*.{mjs,cjs,js}'],
    // The compiler checks these files too, and knows every name.
    rules: { 'no-undef': 'off' },
  },
);
