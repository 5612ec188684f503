// `waystation reconcile`, next to a running server.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

eachKind('waystation reconcile', (database) => {
  test('says that everything adds up, and with which exit code it does not', async () => {
    const world = await openWorld({ database })
    try {
      const url = databaseUrl(world.address)
      await world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] })
      await world.books()
      expect(await waystation(['reconcile'], url)).toEqual({ code: 0, text: expect.stringContaining('Everything adds up.') })
      if (world.address.kind !== 'sqlite') return
      const file = new DatabaseSync(world.address.path, { timeout: 60_000 })
      file.exec("update account set posted = posted + 1 where kind = 'user'")
      file.close()
      const wrong = await waystation(['reconcile'], url)
      expect(wrong).toEqual({ code: 1, text: expect.stringMatching(/expected \d+, found \d+[\s\S]*Differences found: \d+\./) })
    } finally {
      await world.close()
    }
  })
})
