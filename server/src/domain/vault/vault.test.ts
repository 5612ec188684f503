import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openVault } from './vault.ts'
import { saveItems } from './vault-store.ts'

const secrets = secretsOf(Buffer.alloc(32, 3))

eachDatabase('the vault', ({ database }) => {
  let nowMs = 1_800_000_000_000
  const troubles: unknown[] = []
  const open = () => openVault({ database: database(), secrets, now: () => nowMs, onTrouble: (error) => void troubles.push(error) })

  test('a value is found at once, and by another node once it is stored', async () => {
    const vault = open()
    const kept = vault.save([
      { key: '1:call_a', value: 'proof a' },
      { key: '1:call_b', value: 'proof b' },
    ])
    expect([...(await vault.find(['1:call_a', '1:call_x']))]).toEqual([['1:call_a', 'proof a']])
    await kept
    expect([...(await open().find(['1:call_b', '2:call_b']))]).toEqual([['1:call_b', 'proof b']])
    await vault.save([{ key: '1:call_a', value: 'another' }])
    expect((await open().find(['1:call_a'])).get('1:call_a')).toBe('another')
    expect(troubles).toEqual([])
  })

  // security 16
  test('a value is sealed for its own key; an older plain one is read as it is; one that cannot be opened counts as missing', async () => {
    const value = '{"signedBy":"openai-chat","thoughts":[]}'
    await open().save([{ key: '1:sealed', value }])
    const rows = await database().read.selectFrom('vault').selectAll().where('vault_key', '=', '1:sealed').execute()
    expect(rows[0]?.value).toMatch(/^v1:1:/)
    const row = rows[0]?.value ?? ''
    await database().run(saveItems, {
      items: [
        { key: '1:plain', value },
        { key: '1:moved', value: row },
      ],
      expiresAt: 2_000_000_000,
    })
    expect([...(await open().find(['1:sealed', '1:plain', '1:moved']))].sort()).toEqual([
      ['1:plain', value],
      ['1:sealed', value],
    ])
    expect(troubles.splice(0)).toHaveLength(1)
    await database().run(saveItems, { items: [{ key: '1:plain', value }], expiresAt: 0 })
    await database().run(saveItems, { items: [{ key: '1:sealed', value }], expiresAt: 0 })
    await database().run(saveItems, { items: [{ key: '1:moved', value }], expiresAt: 0 })
    await open().purge()
  })

  test('what has expired is not found and is purged', async () => {
    await open().save([{ key: '1:old', value: 'x' }])
    nowMs += 8 * 24 * 3600 * 1000
    expect((await open().find(['1:old'])).size).toBe(0)
    expect(await open().purge()).toBe(3)
    expect(await open().purge()).toBe(0)
  })

  test('a value far too large is not stored, and nothing else is lost by it', async () => {
    await open().save([
      { key: '1:large', value: 'x'.repeat(600_000) },
      { key: '1:small', value: 'y' },
    ])
    expect([...(await open().find(['1:large', '1:small']))]).toEqual([['1:small', 'y']])
  })
})
