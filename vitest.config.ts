// Which tests there are, and how each kind of them is run. `WAYSTATION_TEST_ALL=1` (`npm run test:all`) opens the databases that `npm test`
// leaves to the tests of money, and lets matrices run whole (wire/testing/matrix.ts).
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { cellsToTry } from './wire/testing/matrix.ts'

const isWhole = process.env.WAYSTATION_TEST_ALL === '1'
/** The databases of the tests of money, and of the others. WAYSTATION_TEST_DATABASES names them for both. */
const everyDatabase = process.env.WAYSTATION_TEST_DATABASES ?? 'sqlite,postgres,mysql'
const usualDatabases = isWhole ? everyDatabase : (process.env.WAYSTATION_TEST_DATABASES ?? 'sqlite')
/** Those of what asks the ledger for money, and of stores in which no money lies: SQLite, and one other that the seed draws. */
const drawnDatabases =
  process.env.WAYSTATION_TEST_DATABASES ??
  cellsToTry('databases of doors for money, and of stores without it', everyDatabase.split(','), (kind) => [kind === 'sqlite']).join(',')

/** They replace modules or functions of the process, so each needs one of its own. */
const mocked = [
  'server/src/api/people/login.test.ts',
  'server/src/db/process-lock.test.ts',
  'server/src/security/guessing.test.ts',
  'server/src/security/sec-13-randomness.test.ts',
  'server/src/security/sec-15-egress.test.ts',
]
/**
 * What moves money through the doors of the API, what is stored beside money, what is brought from elsewhere, and how databases of before
 * are taken over.
 */
const drawn = [
  'server/src/api/money/{budget,exact-range,hostile-amounts,invitations,payment-notices,redemption,refunds,reversals,reward,statement,top-up,two-nodes}.test.ts',
  'server/src/db/**/*.test.ts',
  'server/src/domain/{audit,channel,code,content,group,identity,node,notice,option,outbox,response,server-error,session,setup,throttle,user,vault,vendor-file,webhook}/**/*.test.ts',
  'server/src/cli/backup.test.ts',
  'server/src/gateway/behaviour/several-nodes.test.ts',
  'server/src/gateway/tasks/two-nodes.test.ts',
  'server/src/import/**/*.test.ts',
  'server/src/testing/billing-month/*.test.ts',
]
/** What moves a balance, prices it or counts it: on each of the three databases. */
const money = ['server/src/{domain,payment,testing}/**/*.test.ts', 'server/src/gateway/behaviour/{announcements,budgets,holds}.test.ts']

/** For `npm run test:all`: with programs of other makers, and what is killed again and again. */
const onlyWhole = isWhole ? [] : ['server/src/real-proxies.test.ts', 'server/src/db/killed-migration.test.ts']

type Test = NonNullable<TestProjectInlineConfiguration['test']>

const project = (name: string, test: Test): TestProjectInlineConfiguration => ({ extends: true, test: { name, ...test } })

const onServer: Test = { globalSetup: 'server/src/testing/databases/database-templates.ts' }

/** What is drawn, in a window of its own kind: tests that end in `.tsx`. */
const kit: TestProjectInlineConfiguration = {
  extends: true,
  resolve: { alias: { '~': join(import.meta.dirname, 'console/src') } },
  test: {
    name: 'kit',
    // After the others: projects that run together have as many workers each.
    sequence: { groupOrder: 1 },
    include: ['console/src/**/*.test.tsx'],
    setupFiles: 'console/testing/set-up.ts',
    environment: 'happy-dom',
    // Under `test`, antd gives all of its parts one id.
    env: { NODE_ENV: 'development' },
    environmentOptions: {
      happyDOM: { width: 1440, height: 900, settings: { device: { prefersReducedMotion: 'reduce' } } },
    },
    isolate: false,
    maxWorkers: 1,
    // An element of HTML that happy-dom does not know by name.
    onConsoleLog: (text) => !text.includes('The tag <search> is unrecognized'),
  },
}

export default defineConfig({
  test: {
    // What threads compile is kept, as the product does: each test server starts threads of its own.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/waystation') },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes at once, or, where a machine is busy with something else, at some time: the test's own limit is the limit.
    expect: { poll: { timeout: 100_000 } },
    // The machines this runs on have two cores. Two more workers fill the pauses: some tests wait more than they compute.
    maxWorkers: 4,
    projects: [
      kit,
      project('pure', {
        include: ['{contract,wire}/**/*.test.ts', 'console/src/**/*.test.ts', 'tools/**/*.test.ts'],
        isolate: false,
      }),
      project('house', {
        ...onServer,
        include: ['server/src/**/*.test.ts'],
        exclude: [...mocked, ...drawn, ...money, ...onlyWhole],
        isolate: false,
        env: { WAYSTATION_TEST_DATABASES: usualDatabases },
      }),
      project('money', {
        ...onServer,
        include: money,
        exclude: [...mocked, ...drawn],
        isolate: false,
        env: { WAYSTATION_TEST_DATABASES: everyDatabase },
      }),
      project('drawn', {
        ...onServer,
        include: drawn,
        exclude: [...mocked, ...onlyWhole],
        isolate: false,
        env: { WAYSTATION_TEST_DATABASES: drawnDatabases },
      }),
      project('mocked', { ...onServer, include: mocked, env: { WAYSTATION_TEST_DATABASES: 'sqlite' } }),
    ],
  },
})
