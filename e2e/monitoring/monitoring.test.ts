// The dashboard and the alert rules that ship with the product, against the metrics of a working server: every name and label that they ask for is
// there, and where this machine has Prometheus, it answers each of their queries.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/src/gateway/testing/world.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'

const folder = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url))
const rules = join(folder, 'alerts.yaml')
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}
const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as Dashboard
/** As Grafana asks them. */
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '10s').replaceAll('$instance', '.*') })),
)
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0
if (!hasPrometheus)
  console.log('Skipped, for want of Prometheus (Debian: apt-get install prometheus): the queries of the dashboard are not run.')

let world: World
const call = (model: string) => world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })
/** Calls that end well, that fail at the vendor, and that are refused. */
async function makeCalls(): Promise<void> {
  for (let at = 0; at < 4; at++) await Promise.all([call('fake-chat'), call('fake-broken'), call('no-such-model')])
}

beforeAll(async () => {
  world = await openWorld({ ratios: { 'fake-chat': 1, 'fake-broken': 1 } })
  await world.addChannel({ name: 'broken', base_url: 'http://127.0.0.1:9', models: 'fake-broken' })
  await makeCalls()
})
afterAll(() => world.close())

/** Labels that Prometheus adds by itself. */
const ADDED = ['instance', 'job', 'le']

test('every metric and label that is asked for is there', async () => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  const labels = new Map<string, Set<string>>()
  // Some have not happened yet, and have no line but this one.
  for (const [, name = ''] of text.matchAll(/^# TYPE (waystation_\w+) /gm)) labels.set(name, new Set(ADDED))
  for (const [, name = '', list = ''] of text.matchAll(/^(waystation_\w+)(?:\{(.*)\})? /gm)) {
    const known = labels.get(name) ?? new Set(ADDED)
    labels.set(name, known)
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label)
  }
  const asked = [readFileSync(rules, 'utf8'), ...queries.map(({ query }) => query)].join('\n')
  const missing: string[] = []
  const named = [...asked.matchAll(/(waystation_\w+)(?:\{([^}]*)\})?/g)]
  expect(named.length).toBeGreaterThan(25)
  for (const [, name = '', list = ''] of named) {
    const known = labels.get(name)
    if (!known) missing.push(name)
    for (const [, label = ''] of list.matchAll(/(\w+)[=!]/g)) if (known && !known.has(label)) missing.push(`${name}{${label}}`)
  }
  for (const [, list = ''] of asked.matchAll(/by \(([^)]*)\)/g))
    for (const label of list.split(',').map((one) => one.trim()))
      if (![...labels.values()].some((known) => known.has(label))) missing.push(label)
  expect(missing).toEqual([])
})

test.runIf(hasPrometheus)('Prometheus loads the rules and answers each query of the dashboard', async () => {
  const data = mkdtempSync(join(tmpdir(), 'waystation-prometheus-'))
  const [port, { host }] = [await freePort(), new URL(world.url)]
  writeFileSync(
    join(data, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'waystation', static_configs: [{ targets: [host] }] }],
    }),
  )
  const flags = [`--config.file=${data}/prometheus.yml`, `--storage.tsdb.path=${data}/data`, `--web.listen-address=127.0.0.1:${port}`]
  const prometheus = spawn('prometheus', flags, { stdio: 'ignore' })
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const body = (await answer.json()) as { status: string; data: Data; error?: string }
    expect(body.status, `${path}: ${body.error}`).toBe('success')
    return body.data
  }
  const answered = async (query: string) => (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)).result.length > 0
  try {
    await expect
      .poll(() =>
        ask('status/runtimeinfo').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    for (const { title, query } of queries)
      await expect
        .poll(
          async () => {
            await makeCalls()
            return answered(query)
          },
          { message: `${title}: ${query}` },
        )
        .toBe(true)
    const { groups } = await ask<{ groups: { rules: { name: string; health: string; lastError?: string }[] }[] }>('rules')
    const loaded = groups.flatMap((group) => group.rules)
    expect(loaded.length).toBeGreaterThan(7)
    expect(loaded.filter(({ health }) => health !== 'ok')).toEqual([])
  } finally {
    prometheus.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
})
