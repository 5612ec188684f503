// `waystation backup` and `waystation restore`, as an operator runs them: a server under load is backed up, and goes on from the file on a database
// of whatever kind.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logIn } from '../testing/console-client.ts'
import { eachWay } from '../testing/databases/databases.ts'
import { databaseUrl, serveApart } from '../testing/waystation-command.ts'
import { call, useBackup } from './testing/use-backup.ts'

eachWay('a backup', (from, { address }) => {
  const { file, command, world, folder, charged } = useBackup(from)

  test('is restored: the books add up, the password and the key of before work, and what is sealed opens', async () => {
    const url = databaseUrl(address())
    expect(await command(['restore', file()], url)).toEqual({ code: 0, text: expect.stringContaining('everything adds up') })
    const data = mkdtempSync(join(folder(), 'data-'))
    copyFileSync(join(world().folder, 'master.key'), join(data, 'master.key'))
    const server = await serveApart({ address: address(), folder: data })
    try {
      const console = await logIn(server.url)
      const channels = await console.call<{ name: string }[]>('GET', '/api/channel/?page_size=20')
      expect(channels.map(({ name }) => name).sort()).toEqual(['fake', '备用 😀'])
      const { total } = await console.call<{ total: number }>('GET', '/api/log/?p=1&page_size=1&type=2')
      expect(total).toBeGreaterThanOrEqual(charged().least)
      expect(total).toBeLessThanOrEqual(charged().most)
      const answer = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world().key}`, 'content-type': 'application/json' },
        body: JSON.stringify(call),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('hello')])
      // A new row has a number of its own.
      await console.call('POST', '/api/token/', { name: 'afterwards', unlimited_quota: true })
    } finally {
      await server.kill()
    }
    const again = await command(['restore', file()], url)
    expect(again).toEqual({ code: 1, text: expect.stringContaining('This database has users already') })
    expect(await command(['reconcile'], url)).toMatchObject({ code: 0 })
  })
})
