import { expect, test } from 'vitest'
import { newRequestId } from '../../lib/request-id.ts'
import { openConsole } from '../../testing/console.ts'
import { RedemptionService } from './redemption-service.ts'

test('a code that is redeemed is answered so, though its try could not be taken back', async () => {
  const console = await openConsole()
  try {
    await console.root()
    const ann = await console.user('ann')
    const throttle = { take: async () => ({ succeeded: () => Promise.reject(new Error('no connection')) }) }
    const { database, options, secrets, invalidation } = console
    const redemptions = new RedemptionService({ database, options, secrets, invalidation, throttle, now: () => Date.now() })
    const caller = await database.read.selectFrom('user').select(['id', 'username']).where('id', '=', ann.id).executeTakeFirstOrThrow()
    // Of a caller only the id and the name are asked for.
    const as = { id: Number(caller.id), username: caller.username } as Parameters<RedemptionService['redeem']>[0]
    const [code = ''] = await redemptions.create(as, {
      ...{ name: 'once', quota: 700, count: 1, key: '', is_gift: false, max_uses: -1, valid_from: 0, valid_until: 0 },
    })
    expect(await redemptions.redeem(as, code, { ip: '203.0.113.7', requestId: newRequestId() })).toEqual({ quota: 700, is_gift: false })
  } finally {
    await console.close()
  }
})
