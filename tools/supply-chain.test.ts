// SEC-20: what comes with an installation, and what it may do (controls 62 to 64).
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './processes.ts'
import { isAllowedLicence, readLock, readManifest, shippedPackages, workspaces } from './supply-chain.ts'

const lock = readLock()
const shipped = shippedPackages(lock)

test('SEC-20: every package that reaches users is under a licence that allows it', () => {
  expect(shipped).toContain('node_modules/fastify')
  expect(shipped).toContain('node_modules/antd')
  expect(shipped).not.toContain('node_modules/vitest')
  expect(shipped.filter((place) => !isAllowedLicence(lock[place]?.license)).map((place) => `${place}: ${lock[place]?.license}`)).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  [undefined, false],
])('SEC-20: a package under %s is allowed: %s', (licence, isAllowed) => expect(isAllowedLicence(licence)).toBe(isAllowed))

test('SEC-20: no package runs a script when it is installed, unless the list names it', () => {
  const withScript = Object.entries(lock).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScript.map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const listed = readManifest('').allowScripts ?? {}
  expect(names.filter((name) => !(name in listed))).toEqual([])
  expect(Object.keys(listed).filter((name) => listed[name])).toEqual([])
})

test('SEC-20: every package of the lock is sealed with its hash and comes from the registry', () => {
  const installed = Object.entries(lock).filter(([place, { link }]) => place.includes('node_modules/') && !link)
  expect(installed.length).toBeGreaterThan(200)
  expect(installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([place]) => place)).toEqual([])
  const elsewhere = installed.filter(
    ([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([place]) => place)).toEqual([])
})

test('SEC-20: direct dependencies are named in exact versions, and the server has at most 40', () => {
  const direct = ['', ...workspaces].flatMap((folder) => {
    const { dependencies, devDependencies } = readManifest(folder)
    return Object.entries({ ...dependencies, ...devDependencies })
  })
  expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  expect(Object.keys(readManifest('server').dependencies ?? {}).length).toBeLessThanOrEqual(40)
})

test('SEC-20: `npm run sbom` lists every package that reaches users, as CycloneDX and without the network', () => {
  const command = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--offline']
  const printed = execFileSync('npm', command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom: { bomFormat: string; components: { name: string; version: string; hashes?: object[] }[] } = JSON.parse(printed)
  expect(bom.bomFormat).toBe('CycloneDX')
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const expected = shipped.map(
    (place) => `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock[place]?.version}`,
  )
  expect(expected.filter((name) => !listed.has(name))).toEqual([])
})
