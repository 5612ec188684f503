import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { saveOptions } from './option-store.ts'

eachDatabase('stored options', ({ database }) => {
  test('of many changes at the same time each is made, and one is the last', async () => {
    const values = Array.from({ length: 20 }, (_, at) => String(at))
    await Promise.all(values.map((value) => database().run(saveOptions, { rows: [{ key: 'Notice', value }] })))
    const rows = await database().read.selectFrom('option').select(['key', 'value']).execute()
    expect(rows).toEqual([{ key: 'Notice', value: expect.stringMatching(/^\d+$/) }])
    await database().run(saveOptions, { rows: [{ key: 'Notice', value: 'last' }] })
    expect(await database().read.selectFrom('option').select('value').execute()).toEqual([{ value: 'last' }])
  })
})
