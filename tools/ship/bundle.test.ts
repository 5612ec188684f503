import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundleServer } from './bundle.ts'

// A library that cannot be bundled is found here, and not when somebody makes the package.
test('the server with its threads fits into one folder of programs', async () => {
  const { WAYSTATION_PROGRAMS: bundled } = process.env
  const names = bundled ? readdirSync(bundled) : [...(await bundleServer()).files.keys()]
  expect(names).toEqual(expect.arrayContaining(['main.js', 'waystation.js', 'thread.js', 'write-tasks.js']))
})
