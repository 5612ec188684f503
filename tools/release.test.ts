// What a release writes down.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './processes.ts'
import { changelogSection, withSection } from './ship/changelog.ts'
import { assertLater, lockWithVersion, withVersion } from './ship/versions.ts'
import { readManifest, workspaces } from './supply-chain.ts'

test.each([
  ['0.1.1', '0.1.0'],
  ['0.10.0', '0.9.9'],
  ['1.0.0', '1.0.0-rc.2'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
  ['1.0.0-rc.1', '1.0.0-beta.7'],
  ['1.0.1-rc.1', '1.0.0'],
])('%s may follow %s, and not the other way', (next, present) => {
  expect(() => assertLater(next, present)).not.toThrow()
  expect(() => assertLater(present, next)).toThrow('is not later than')
  expect(() => assertLater(next, next)).toThrow('is not later than')
})

test.each(['', 'v1.2.3', '1.2', '1.2.3.4', '1.2.3-'])('%j is no version', (text) => {
  expect(() => assertLater(text, '0.0.1')).toThrow('is no version such as')
})

test('the version stands in every part of ours and nowhere else', () => {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = lockWithVersion(JSON.parse(lockText), '9.8.7')
  expect(lock.version).toBe('9.8.7')
  for (const folder of ['', ...workspaces]) {
    const manifest = withVersion(readManifest(folder), '9.8.7')
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    for (const [name, version] of named.filter(([name]) => name.startsWith('@waystation/')))
      expect([name, version]).toEqual([name, '9.8.7'])
    expect([manifest.version, lock.packages[folder]?.version]).toEqual(['9.8.7', '9.8.7'])
    expect(lock.packages[folder]?.dependencies).toEqual(manifest.dependencies)
  }
  const elsewhere = (packages: object) => Object.entries(packages).filter(([place]) => place.startsWith('node_modules/'))
  expect(elsewhere(lock.packages)).toEqual(elsewhere(JSON.parse(lockText).packages))
})

const release = {
  version: '1.2.0',
  day: '2026-11-29',
  titles: ['ledger: refuse it', 'tests: wait less', 'Say more', 'api: show a', 'api: hide b'],
}

test('the section has what was done by area, without what nobody notices', () => {
  expect(changelogSection(release)).toBe(
    '## 1.2.0 (2026-11-29)\n\n- **api**: show a. hide b.\n- **ledger**: refuse it.\n- **other**: Say more.\n',
  )
  expect(changelogSection({ ...release, titles: undefined })).toContain('The first release.')
  expect(changelogSection({ ...release, titles: ['tests: wait less'] })).toContain('Nothing that is seen from outside.')
})

test('a section goes above the older ones, once', () => {
  const first = withSection('', { ...release, version: '1.1.0', titles: undefined })
  const both = withSection(first, release)
  expect(both.match(/^#.*/gm)).toEqual(['# Changes', '## 1.2.0 (2026-11-29)', '## 1.1.0 (2026-11-29)'])
  expect(() => withSection(both, release)).toThrow('has a section 1.2.0 already')
})
