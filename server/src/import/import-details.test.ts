// What came along, as it is seen through the console's doors.
import { LastImport } from '@waystation/contract/site/import'
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { rowsAt, runAt } from '../testing/time/run-at.ts'
import { familyRows, OLD_PASSWORD } from './testing/family-rows.ts'
import { familyTables } from './testing/family-tables.ts'
import { makeForeign } from './testing/foreign-tables.ts'
import { importInto } from './testing/import-into.ts'

type Row = Readonly<Record<string, unknown>>

eachKind('what came along', (kind) => {
  test('channels, prices, settings, codes and logs are as they were', async () => {
    const world = await openWorld({ database: kind, channel: null, ratios: { 'fake-chat': 1 } })
    const there = await makeForeign(kind, familyTables('new-api', familyRows(world.provider.url)))
    try {
      expect(await world.console.call('GET', '/api/import/')).toEqual({ run: null })
      await importInto(world, there, { from: 'new-api', logsSince: 1_767_225_600 })
      const { url } = await world.restart()
      const root = await logIn(url)

      const items = await root.call<Row[]>('GET', '/api/channel/?page_size=10')
      const byName = Object.fromEntries(items.map((channel) => [channel.name, channel]))
      expect(byName.far).toMatchObject({
        type: 8,
        status: 1,
        models: 'fake-chat',
        group: 'default,vip',
        priority: 5,
        weight: 3,
        tag: 'own',
        used_quota: 4321,
      })
      expect(byName.bundle).toMatchObject({ status: 3, key_count: 3, setting: '{"thinking_to_content":true}', system_prompt: 'be kind' })
      expect(byName.ended).toMatchObject({ type: 11, status: 2, model_mapping: '' })
      expect(byName['nobody knows']).toMatchObject({ type: 8, status: 2 })
      const keys = await root.call<Row[]>('GET', `/api/channel/${byName.bundle?.id}/keys`)
      expect(keys.map(({ tail, status }) => [tail, status])).toEqual([
        ['-one', 1],
        ['-two', 2],
        ['hree', 1],
      ])

      const options = new Map(
        (await root.call<{ key: string; value: string }[]>('GET', '/api/option/')).map(({ key, value }) => [key, value]),
      )
      expect(options.get('SystemName')).toBe('The old house')
      expect(options.get('QuotaForNewUser')).toBe('12345')
      // Prices that were changed here stay; there were 7 for this model.
      expect(JSON.parse(options.get('ModelRatio') ?? '')).toMatchObject({ 'fake-chat': 1, 'their-model': 2.5 })
      expect(JSON.parse(options.get('CompletionRatio') ?? '')).toMatchObject({ 'their-model': 4 })
      expect(JSON.parse(options.get('GroupRatio') ?? '')).toMatchObject({ default: 1, vip: 0.5, trial: 1 })

      const alice = await logIn(url, { username: 'alice', password: OLD_PASSWORD })
      expect(await alice.call('POST', '/api/user/topup', { key: '0123456789abcdef0123456789abcdef' })).toMatchObject({ quota: 500_000 })
      await expect(alice.call('POST', '/api/user/topup', { key: 'fedcba9876543210fedcba9876543210' })).rejects.toThrow('used')
      const logs = await alice.call<{ items: Row[] }>('GET', '/api/log/self?p=1&page_size=10&type=2')
      expect(logs.items).toMatchObject([{ created_at: 1_790_000_000, model_name: 'fake-chat', quota: 99, token_name: 'limited' }])

      const last = LastImport.parse(await root.call('GET', '/api/import/'))
      expect(last.run?.report).toMatchObject({ source: 'new-api', is_equal: true, is_dry_run: false })
      await expect(alice.call('GET', '/api/import/')).rejects.toThrow()
      expect((await world.books()).differences).toEqual([])
    } finally {
      await there.drop()
      await world.close()
    }
  })

  test('what cannot be carried exactly is refused before anything is written', async () => {
    const world = await openWorld({ database: kind, channel: null })
    const rows = familyRows(world.provider.url)
    const huge = { id: 1_000_000, username: 'huge', password: '', role: 1, status: 1, quota: '9007199254740993', aff_code: 'huge' }
    const there = await makeForeign(kind, familyTables('veloera', { ...rows, users: [...rows.users, huge] }))
    try {
      await expect(importInto(world, there, { from: 'veloera' })).rejects.toThrow('quota of the row 1000000 is no whole number')
      await runAt(there.address, 'update users set quota = 2000000000000000 where id = 1000000')
      await expect(importInto(world, there, { from: 'veloera' })).rejects.toThrow('more than an account can hold')
      expect(await rowsAt(world.address, 'select * from imported_row')).toEqual([])
      await runAt(there.address, 'update users set quota = 12 where id = 1000000')
      expect(await importInto(world, there, { from: 'veloera' })).toMatchObject({ is_equal: true })
    } finally {
      await there.drop()
      await world.close()
    }
  })
})
