// Which folder may import which: docs/architecture.md says why.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, types too, can only be read, tested and deleted together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-import-nothing',
      comment: 'What crosses a boundary knows nothing of either side.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(services|projections|web-shared|web-portal|web-admin|deploy|tests)/' },
    },
    {
      name: 'contracts-use-zod-alone',
      severity: 'error',
      from: { path: '^contracts/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'projections-read-the-log-alone',
      comment:
        'A projection folds events; it knows the platform, and nothing of the business that wrote them.',
      severity: 'error',
      from: { path: '^projections/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(services/(?!platform/)|web-shared|web-portal|web-admin|deploy|tests)' },
    },
    {
      name: 'capabilities-meet-at-their-index',
      comment: 'A capability is read, tested and deleted as one folder: others see its index alone.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: {
        path: '^services/([^/]+)/',
        pathNot: ['^services/$1/', '^services/platform/', '^services/[^/]+/(index\\.ts$|testing/)'],
      },
    },
    {
      name: 'read-models-are-asked-at-their-index',
      comment: 'Tables and projectors are theirs alone: others ask the named questions.',
      severity: 'error',
      from: { path: '^(services|deploy)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^projections/',
        pathNot: ['^projections/index\\.ts$', '^projections/[^/]+/(index\\.ts$|testing/)'],
      },
    },
    {
      name: 'main-wires-indexes',
      severity: 'error',
      from: { path: '^services/[^/]+\\.ts$' },
      to: {
        path: '^services/[^/]+/',
        pathNot: ['^services/platform/', '^services/[^/]+/(index|module)\\.ts$'],
      },
    },
    {
      name: 'modules-are-listed-alone',
      comment: 'A module says what its capability brings to the process; other capabilities use its index.',
      severity: 'error',
      from: { pathNot: '^services/modules\\.ts$' },
      to: { path: '^services/[^/]+/module\\.ts$' },
    },
    {
      name: 'platform-knows-no-capability',
      severity: 'error',
      from: { path: '^services/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/(?!platform/)' },
    },
    {
      name: 'event-store-stands-alone',
      comment: 'It speaks a protocol that is not ours, and could be taken out whole.',
      severity: 'error',
      from: { path: '^deploy/local/event-store/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(contracts|services|projections|web-shared|web-portal|web-admin|tests|deploy/local/(?!event-store/)[^/]+/)',
      },
    },
    {
      name: 'the-local-run-stands-apart',
      comment:
        'The product is built and runs without deploy/local: what it uses of it in the demo it loads by a dynamic import.',
      severity: 'error',
      from: {
        path: '^(contracts|services|projections|web-shared|web-portal|web-admin|deploy/build)/',
        pathNot: ['\\.test\\.tsx?$', '/testing[^/]*\\.ts$', '/testing/'],
      },
      to: { path: '^deploy/local/', dynamic: false },
    },
    {
      name: 'the-local-run-meets-indexes',
      severity: 'error',
      from: { path: '^deploy/local/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^services/[^/]+/',
        pathNot: ['^services/platform/', '^services/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'services-do-not-know-the-web',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^web-(shared|portal|admin)/' },
    },
    {
      name: 'web-knows-contracts-alone',
      severity: 'error',
      from: { path: '^web-(shared|portal|admin)/', pathNot: ['\\.test\\.tsx?$', '^web-portal/testing/'] },
      to: { path: '^(services|projections|deploy|tests)/' },
    },
    {
      name: 'web-applications-meet-in-web-shared',
      comment: 'What both show is written once, in web-shared; neither application knows the other.',
      severity: 'error',
      from: { path: '^web-(shared|portal|admin)/' },
      to: { path: '^web-(portal|admin)/', pathNot: '^web-$1/' },
    },
    {
      name: 'portal-features-stand-alone',
      comment:
        'A feature is read, tested and deleted as one folder: what lists share is in lists/, and what it puts into the pages of another is a slot that the app fills.',
      severity: 'error',
      from: { path: '^web-portal/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web-portal/(app|features)/', pathNot: '^web-portal/features/$1/' },
    },
    {
      name: 'portal-lists-know-no-feature',
      severity: 'error',
      from: { path: '^web-portal/(lists|components|lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web-portal/(app|features|testing)/' },
    },
    {
      name: 'portal-components-know-no-list',
      severity: 'error',
      from: { path: '^web-portal/(components|lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web-portal/lists/' },
    },
    {
      name: 'portal-lib-is-no-component',
      severity: 'error',
      from: { path: '^web-portal/lib/' },
      to: { path: '^web-portal/components/' },
    },
    {
      name: 'office-resources-stand-alone',
      comment:
        'A resource of the back office is one folder: what several show is in components/, and the app lists them.',
      severity: 'error',
      from: {
        path: '^web-admin/([^/]+)/',
        pathNot: ['\\.test\\.tsx?$', '^web-admin/(app|components|layout|providers|session|testing|theme)/'],
      },
      to: {
        path: '^web-admin/[^/]+/',
        pathNot: ['^web-admin/$1/', '^web-admin/(components|layout|providers)/'],
      },
    },
    {
      name: 'office-components-know-no-resource',
      severity: 'error',
      from: { path: '^web-admin/(components|providers|layout|session)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^web-admin/[^/]+/',
        pathNot: '^web-admin/(components|providers|layout|session|theme)/',
      },
    },
    {
      name: 'tests-stay-out-of-the-product',
      comment: 'What only tests need stands in tests/ and in the testing/ folders.',
      severity: 'error',
      from: {
        path: '^(contracts|services|projections|web-shared|web-portal|web-admin|deploy)/',
        pathNot: '\\.test\\.tsx?$|/testing/',
      },
      to: { path: '^tests/|/testing/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
