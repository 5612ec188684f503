// Models that end soon, told once on every database: over a restart, and by two nodes at the same time.
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '../../../testing/console.ts'
import { eachDatabase } from '../../../testing/databases/databases.ts'

eachDatabase('models that end', ({ kind, address }) => {
  test('are told at 30, 7 and 1 days, once over a restart and by two nodes, with the successor and their calls', async () => {
    // Only the watch sees these days. Logins are stamped by the clock of the database, and would be over on the last of them.
    let day: string | undefined
    const now = () => (day === undefined ? Date.now() : Date.parse(`${day}T12:00:00Z`))
    const open = () => openConsole({ kind, place: { address: address(), drop: async () => {} }, now })
    const watchOn = async (watched: string, ...consoles: readonly TestConsole[]) => {
      day = watched
      await Promise.all(consoles.map(({ jobs }) => jobs.find(({ name }) => name === 'watch-model-ends')?.run()))
      day = undefined
    }
    const first = await open()
    const root = await first.root()
    await first.confirm(root, 'secret_options')
    const settings = {
      'global.model_traits': '{"old-model":{"ends_on":"2026-12-10","successor":"new-model"},"later":{"ends_on":"2027-01-20"}}',
      ...{ 'notices.webhook_url': 'https://oapi.dingtalk.com/robot/send', 'notices.webhook_enabled': 'true' },
    }
    for (const [key, value] of Object.entries(settings))
      expect((await first.call('PUT /api/option/', { as: root, body: { key, value } })).json.success, key).toBe(true)
    const draft = { name: 'seller', type: 1, key: 'k', models: 'sold,later', model_mapping: '{"sold":"old-model"}' }
    expect((await first.call('POST /api/channel/', { as: root, body: draft })).json.success).toBe(true)
    await watchOn('2026-11-27', first)
    await watchOn('2026-11-27', first)
    await first.close()

    const [one, two] = [await open(), await open()]
    const admin = await one.login('root')
    const told = async () => {
      const { json } = await one.call('GET /api/user/messages?p=1&page_size=50', { as: admin })
      return (json.data as { items: { title: string; content: string }[] }).items
    }
    await watchOn('2026-11-27', one, two)
    expect(await told()).toMatchObject([
      { title: '即将下线的模型：sold', content: 'sold：2026-12-10，替代模型 new-model，最近一周调用 0 次' },
    ])
    for (const [watched, count] of [
      ['2026-12-04', 2],
      ['2026-12-05', 2],
      ['2026-12-09', 3],
      ['2026-12-11', 3],
    ] as const) {
      await watchOn(watched, one, two)
      expect(await told(), watched).toHaveLength(count)
    }
    const sent = await one.database.read.selectFrom('outbox').select('id').where('kind', '=', 'webhook').execute()
    expect(sent).toHaveLength(3)
    await Promise.all([one.close(), two.close()])
  })
})
