// The schedule of the watch over upstream models, and what it keeps, on every database.
import type { UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '../../../testing/console.ts'
import { eachDatabase } from '../../../testing/databases/databases.ts'

eachDatabase('the watch over upstream models', ({ kind, address }) => {
  test('reads each list once by the schedule, on whichever node, and forgets channels that are gone', async () => {
    let reads = 0
    const fetchModels = async () => {
      reads += 1
      return ['sold', 'new']
    }
    const open = () => openConsole({ kind, place: { address: address(), drop: async () => {} }, prober: { fetchModels } })
    const [one, two] = [await open(), await open()]
    const root = await one.root()
    const call = async <Data>(line: string, body?: object) => {
      const { json } = await one.call(line, { as: root, body })
      expect(json.success, json.message).toBe(true)
      return json.data as Data
    }
    const tick = (on: TestConsole) => on.jobs.find(({ name }) => name === 'read-upstream-models')?.run()
    const reviews = () => call<UpstreamReview[]>('GET /api/channel/upstream_models')
    const draft = { name: 'seller', type: 1, key: 'k', models: 'sold' }
    const { id } = await call<{ id: number }>('POST /api/channel/', draft)
    const other = await call<{ id: number }>('POST /api/channel/', { ...draft, name: 'off' })
    await call('PUT /api/channel/', { id: other.id, status: 2 })

    await tick(one)
    expect(reads).toBe(0)
    await call('PUT /api/option/', { key: 'UpstreamModelsEveryHours', value: '1' })
    await two.options.refresh()
    await Promise.all([tick(one), tick(two)])
    await expect
      .poll(async () => (await reviews()).map(({ channel_id, differences }) => [channel_id, differences.map((one) => one.id)]))
      .toEqual([[id, ['added:new']]])
    await Promise.all([tick(one), tick(two)])
    expect(reads).toBe(1)

    await call(`DELETE /api/channel/${id}`)
    await call('POST /api/channel/upstream_models')
    await expect.poll(async () => (await call<{ ended_at: number }>('GET /api/channel/upstream_models/run')).ended_at).toBeGreaterThan(0)
    expect(await one.database.read.selectFrom('upstream_models').selectAll().execute()).toEqual([])
    await Promise.all([one.close(), two.close()])
  })
})
