// Log and audit rows keep the username of their time. A search by a former username or by the present one finds the same user.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('a user with another name', (kind) => {
  let console: TestConsole
  let root: Visitor
  let user: Visitor
  const requestId = (at: number) => `01ARZ3NDEKTSV4RRFFQ69G${String(at).padStart(4, '0')}`

  /** Rows of the log, as calls under this name write them. */
  const write = async (seq: number, username: string, userId = user.id) => {
    const accounts = await console.database.run(openSystemAccounts, null)
    const log = {
      ...{ type: 2, userId, username, channelId: 9, tokenId: 0, tokenName: '', group: 'default', model: 'model', isStream: false },
      ...{ useTime: 1, promptTokens: 4, completionTokens: 6, quota: 10, clientIp: '', other: '{}' },
    }
    const operations = [{ kind: 'log' as const, id: requestId(seq), log }]
    await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq, operations, accounts })
  }
  const data = async (line: string) => {
    const { json } = await console.call(`GET ${line}`, { as: root })
    expect(json.success, json.message).toBe(true)
    return json.data
  }
  const rename = async (username: string) => {
    const { json } = await console.call('PUT /api/user/', { as: root, body: { id: user.id, username } })
    expect(json.success, json.message).toBe(true)
  }

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    user = await console.user('oldname')
    await console.call('PUT /api/user/self', { as: user, body: { display_name: 'Old' } })
    await write(1, 'oldname')
    await rename('midname')
    await rename('newname')
    await write(2, 'newname')
    await write(3, 'root', root.id)
  }, 180_000)
  afterAll(() => console.close())

  test.each(['oldname', 'OldName', 'midname', 'newname'])('is found by %s in the log, its sums, usage and audit', async (name) => {
    const listed = (await data(`/api/log/?page_size=50&username=${name}`)) as { items: { request_id: string }[]; total: number }
    const calls = listed.items.filter(({ request_id }) => request_id.startsWith('01ARZ3')).map(({ request_id }) => request_id)
    expect(calls).toEqual([requestId(2), requestId(1)])
    const dearest = (await data(`/api/log/?order=cost&username=${name}`)) as { total: number }
    expect(dearest.total).toBe(2)
    expect(await data(`/api/log/stat?username=${name}`)).toMatchObject({ quota: 20 })
    const found = (await data(`/api/log/search?keyword=${name}`)) as { request_id: string }[]
    expect(found.map(({ request_id }) => request_id)).toEqual(expect.arrayContaining(calls))
    expect(found.map(({ request_id }) => request_id)).not.toContain(requestId(3))
    const audited = (await data(`/api/audit/?actor=${name}`)) as { items: { action: string; actor_id: number }[] }
    expect(audited.items.some(({ action, actor_id }) => action === 'account.update' && actor_id === user.id)).toBe(true)
  })

  test('that gives a name up shares it with whoever takes it, and a name that nobody had finds nothing', async () => {
    const heir = await console.user('oldname')
    await write(4, 'oldname', heir.id)
    expect(await data('/api/log/stat?username=oldname')).toMatchObject({ quota: 30 })
    expect(await data('/api/log/stat?username=newname')).toMatchObject({ quota: 20 })
    expect(await data('/api/log/stat?username=nobody')).toMatchObject({ quota: 0 })
  })
})
