import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findChromium } from '../tools/chromium.ts'

const matrix = 'e2e/console/matrix.test.ts'
const hasChromium = findChromium() !== undefined
if (!hasChromium) console.log('Skipped, for want of Chromium (Debian: apt-get install chromium; or CHROMIUM=/path): the browser flows.')

/** Test files in a browser. */
const inBrowser = (name: string, include: readonly string[], more: TestProjectInlineConfiguration['test'] = {}) => ({
  extends: true as const,
  test: { name, include: hasChromium ? [...include] : [], globalSetup: ['e2e/global-setup.ts'], ...more },
})

export default defineConfig({
  test: {
    tags: [
      { name: 'main', description: 'What newcomers, users and admins do first: `npm test` runs these flows, with --tags-filter main.' },
    ],
    projects: [
      inBrowser('flows', ['e2e/console/*.test.ts', 'e2e/newcomer/*.test.ts', 'e2e/pages/*.test.ts'], { exclude: [matrix] }),
      // By itself, when the flows are through: it keeps both cores busy.
      inBrowser('matrix', [matrix], { sequence: { groupOrder: 1 } }),
      // By itself too: a million calls are written for it.
      inBrowser('large', ['e2e/large/**/*.test.ts'], { sequence: { groupOrder: 2 } }),
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['e2e/crash/**/*.test.ts', 'e2e/hostile/*.test.ts', 'e2e/monitoring/*.test.ts', 'e2e/nodes/*.test.ts'],
        },
      },
      // By itself, one file after another: they build, install and time.
      { extends: true, test: { name: 'installed', include: ['e2e/installed/*.test.ts'], maxWorkers: 1, sequence: { groupOrder: 3 } } },
    ],
    passWithNoTests: true,
    // Two workers for two cores. Their files share modules, and a browser each.
    maxWorkers: 2,
    // Pages that one file walks at the same time.
    maxConcurrency: 3,
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A machine may be busy with something else.
    expect: { poll: { timeout: 100_000 } },
  },
})
