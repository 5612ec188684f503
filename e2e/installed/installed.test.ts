// The package as others get it: packed, installed into an empty folder, started by `npx waystation serve`, and used over HTTP.
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, setUp } from '../../server/src/testing/console-client.ts'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { type Installed, installPackage, type Served } from './installed.ts'

const MEGABYTE = 2 ** 20
/** Of the package itself, packed. */
const MAX_MEGABYTES = 9
const MODEL = 'gpt-4o-mini'

let installed: Installed
let provider: FakeProvider
let served: Served | undefined

beforeAll(async () => {
  provider = await openFakeProvider({ models: [MODEL] })
  installed = await installPackage()
}, 900_000)

afterAll(async () => {
  served?.kill()
  await provider?.close()
  installed?.remove()
})

test('the package is small, and brings the licences of all that is in it', () => {
  const { packedBytes, unpackedBytes, file } = installed.packed
  const told = `${(packedBytes / MEGABYTE).toFixed(1)} MB, unpacked ${(unpackedBytes / MEGABYTE).toFixed(1)} MB`
  console.log(`${file}: ${told}; installed in ${(installed.installedInMs / 1000).toFixed(1)} s`)
  expect(packedBytes / MEGABYTE).toBeLessThan(MAX_MEGABYTES)
  const licences = readFileSync(join(installed.folder, 'node_modules/waystation/THIRD-PARTY-LICENCES.txt'), 'utf8')
  for (const name of ['fastify', 'kysely', 'react', 'antd', 'undici', 'ws']) expect(licences).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'))
  expect(licences).toContain('Permission is hereby granted, free of charge')
})

test('from an empty folder to a charged call by `npx waystation serve`', async () => {
  served = await installed.serve(['npx', 'waystation', 'serve'])
  console.log(`ready ${(served.startedInMs / 1000).toFixed(1)} s after its first start`)
  await setUp(installed.url)
  const root = await logIn(installed.url)
  await root.call('POST', '/api/channel/', {
    ...{ name: 'vendor', type: 1, key: 'far-key', base_url: provider.url, models: MODEL, group: 'default' },
  })
  const { key } = await root.call<{ key: string }>('POST', '/api/token/', { name: 'first', unlimited_quota: true })
  await callsStreamed(`sk-${key}`)
  const { quota } = await root.call<{ quota: number }>('GET', '/api/log/self/stat')
  expect(quota).toBeGreaterThan(0)
  await servesPages()
  expect(existsSync(join(installed.folder, 'data/waystation.db'))).toBe(true)
  await served.interrupt()
  expect(served.text()).toContain('SIGINT: waiting for calls to end')
  await expect(fetch(`${installed.url}/livez`)).rejects.toThrow()
})

async function callsStreamed(apiKey: string): Promise<void> {
  const client = new OpenAI({ apiKey, baseURL: `${installed.url}/v1`, maxRetries: 0 })
  const stream = await client.chat.completions.create({ model: MODEL, stream: true, messages: [{ role: 'user', content: 'from afar' }] })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe('Echo: from afar')
}

async function servesPages(): Promise<void> {
  const page = await (await fetch(`${installed.url}/`)).text()
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(new URL(script, `${installed.url}/`), { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect((await answer.text()).length).toBeGreaterThan(1000)
}

test.each([
  [['reconcile'], 0, 'Everything adds up.'],
  [['migrate'], 0, 'The sqlite database is up to date.'],
  [['user', 'list'], 0, 'root'],
  [['option', 'get', 'SystemName'], 0, 'Waystation'],
  [['audit', 'verify'], 0, 'fit together'],
  [['nonsense'], 2, 'unknown command nonsense'],
])('the installed command answers: %s', (words, code, text) => {
  const ran = installed.run(['npx', 'waystation', ...words])
  expect(ran.text).toContain(text)
  expect(ran.code).toBe(code)
})

test('a service that knows one process ends it in order', async () => {
  served = await installed.serve([join(installed.folder, 'node_modules/.bin/waystation'), 'serve'])
  expect(await served.terminate()).toBe(0)
  expect(served.text()).toContain('SIGTERM: waiting for calls to end')
  await expect(fetch(`${installed.url}/livez`)).rejects.toThrow()
})

test('it runs on a Node of its range, and an older one without the Node that npm brings is told what it needs', async () => {
  const modules = join(installed.folder, 'node_modules')
  const bundled = readdirSync(modules).filter((name) => name.startsWith('node-linux-'))
  for (const name of bundled) renameSync(join(modules, name), join(installed.folder, name))
  const program = join(modules, 'waystation/server/waystation.cjs')
  served = await installed.serve([process.execPath, program, 'serve'])
  expect(await served.terminate()).toBe(0)
  const [major] = installed.run(['node', '--print', 'process.versions.node']).text.split('.')
  if (Number(major) >= 24) return
  const refused = installed.run(['node', program, 'serve'])
  expect(refused.code).toBe(1)
  expect(refused.text).toContain('Waystation needs Node.js ^24.15 or >=26.')
})
