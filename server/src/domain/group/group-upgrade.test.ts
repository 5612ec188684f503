import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { changeToken } from '../token/token-store.ts'
import { moveGroupMembers } from './group-store.ts'
import { priceUsedGroups } from './group-upgrade.ts'

eachKind('groups without a ratio at the first start', (kind) => {
  let console: TestConsole
  let inGroup: (group: string) => Promise<unknown>
  beforeAll(async () => {
    console = await openConsole({ kind })
    const root = await console.root()
    await console.call('POST /api/channel/', { as: root, body: { name: 'c', type: 1, key: 'k', models: 'm', group: 'default,served' } })
    const { json } = await console.call('POST /api/token/', { as: root, body: { name: 'own' } })
    const token = { userId: root.id, id: Number((json.data as { id: number }).id) }
    inGroup = (group) => console.database.run(changeToken, { ...token, columns: { group_name: group }, ref: `group-${group}` })
    // As a server before this rule left them.
    await console.database.run(moveGroupMembers, { actorId: root.id, from: 'default', to: 'lived-in' })
    await inGroup('chosen')
  }, 180_000)
  afterAll(() => console.close())

  const ratios = () => JSON.parse(console.options.storedText('GroupRatio') || '{}')
  const rows = () => console.database.read.selectFrom('audit').select(['target', 'detail']).where('actor_name', '=', 'upgrade').execute()

  test('get the one that they were charged with, once, with a row in the audit log', async () => {
    // Two nodes start at the same moment.
    await Promise.all([console, console].map(({ database, options }) => priceUsedGroups(database, options)))
    expect(ratios()).toMatchObject({ chosen: 1, 'lived-in': 1, served: 1 })
    expect(await rows()).toContainEqual({ target: 'GroupRatio', detail: expect.stringContaining('lived-in') })
    const audited = await rows()
    await inGroup('later')
    await priceUsedGroups(console.database, console.options)
    expect(ratios()).not.toHaveProperty('later')
    expect(await rows()).toEqual(audited)
  })
})
