// MON-3 at the data plane: counts that are none in calls that are paid for.
import { expect, test } from 'vitest'
import { eachKind } from '../../testing/databases/databases.ts'
import { openWorld } from '../testing/world.ts'

const counts = ['18446744073709551615', '9223372036854775807', '1e308', '1e309', '1025']

eachKind('counts that are none', (database) => {
  test('MON-3 more responses than there can be are refused in words before anything is held or sent', async () => {
    const world = await openWorld({ database })
    try {
      const before = await world.balance()
      const body = '"model":"fake-chat","messages":[{"role":"user","content":"hello"}],"prompt":"hello"'
      for (const [path, name] of [
        ['/v1/chat/completions', 'n'],
        ['/v1/completions', 'n'],
        ['/v1/completions', 'best_of'],
      ] as const)
        for (const count of counts) {
          const { status, text } = await world.post(path, `{${body},"${name}":${count}}`)
          expect([path, name, count, status]).toEqual([path, name, count, 400])
          expect(text).toContain(name)
        }
      expect(world.provider.requests).toHaveLength(0)
      expect(await world.balance()).toBe(before)
      expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
    } finally {
      await world.close()
    }
  })
})

test('MON-3 limits of a response that are no number of tokens cost what was answered, and give nothing', async () => {
  const world = await openWorld()
  try {
    for (const name of ['n', 'max_tokens', 'max_completion_tokens'])
      for (const count of ['-5', '0', '-1e308', '1.5', '"7"', 'true', ...(name === 'n' ? [] : counts)]) {
        const before = await world.balance()
        const { status } = await world.post(
          '/v1/chat/completions',
          `{"model":"fake-chat","messages":[{"role":"user","content":"#in:5 #out:7"}],"${name}":${count}}`,
        )
        const paid = before - (await world.balance())
        expect([name, count, status < 500, status === 200 ? paid > 0 && paid < 100 : paid === 0]).toEqual([name, count, true, true])
      }
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  } finally {
    await world.close()
  }
})
