// The walk of an admin through the console, on every database that the stores' tests know.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { eachKind } from '../testing/databases/databases.ts'

eachKind('the console', (kind) => {
  describe('from setup to the log', () => {
    let console: TestConsole
    let root: Visitor
    beforeAll(async () => {
      console = await openConsole({ kind })
      root = await console.root()
    }, 180_000)
    afterAll(() => console.close())

    test('everything answers as the contract says', async () => {
      const call = async (line: string, body?: unknown) => {
        const reply = await console.call(line, { as: root, body })
        expect(reply.json, line).toMatchObject({ success: true })
        return reply.json.data as { id: number }
      }
      const channel = await call('POST /api/channel/', { name: 'c', type: 1, key: 'k', models: 'm' })
      const token = await call('POST /api/token/', { name: 't' })
      await call('PUT /api/channel/', { id: channel.id, tag: 'x' })
      await call('PUT /api/channel/tag', { tag: 'x', priority: 2, new_tag: 'y' })
      await call('POST /api/channel/tag/disabled', { tag: 'y' })
      await call('POST /api/channel/tag/enabled', { tag: 'y' })
      await call('POST /api/channel/batch/tag', { ids: [channel.id], tag: null })
      await call('POST /api/channel/batch/status', { ids: [channel.id], status: 2 })
      await call('POST /api/channel/batch/status', { ids: [channel.id], status: 1 })
      await call('PUT /api/token/', { id: token.id, remain_quota: 1 })
      await call('PUT /api/option/', { key: 'RetryTimes', value: 4 })
      for (const line of [
        `GET /api/channel/test/${channel.id}`,
        'GET /api/channel/?tag_mode=true&untagged=true',
        'GET /api/channel/?sort=-test_time&keyword=a1b2',
        'GET /api/channel/search?tag_mode=true&keyword=c',
        'GET /api/channel/counts',
        `GET /api/channel/health?ids=${channel.id}`,
        `GET /api/channel/${channel.id}/health`,
        `GET /api/channel/${channel.id}/usage?step=day`,
        'GET /api/channel/test',
        'GET /api/channel/test/run',
        'POST /api/channel/fix',
        'DELETE /api/channel/disabled',
        'GET /api/channel/search?keyword=c&group=default&model=m',
        'GET /api/channel/models_enabled',
        'GET /api/token/?status=1&keyword=T&sort=-used_quota',
        'GET /api/token/search?keyword=t&token=sk-x',
        'GET /api/user/self',
        'GET /api/user/models',
        'GET /api/log/?username=root&model_name=m*&channel=1&start_timestamp=1&end_timestamp=2000000000',
        'GET /api/log/self',
        'GET /api/log/stat',
        'GET /api/log/self/stat',
        'GET /api/option/',
        `DELETE /api/token/${token.id}`,
        `DELETE /api/channel/${channel.id}`,
      ])
        await call(line)
      await call('POST /api/channel/batch', { ids: [channel.id] })
    })
  })
})
