import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { type FileReader, type NewVendorFile, openVendorFiles } from './vendor-files.ts'

const secrets = secretsOf(Buffer.alloc(32, 3))
const START_MS = 1_800_000_000_000

eachDatabase('files at vendors', ({ database }) => {
  let nowMs = START_MS
  const open = () => openVendorFiles({ database: database(), secrets, now: () => nowMs })
  const reader = (user: number, token = 1, group = 'default'): FileReader => ({ user: { id: user }, token: { id: token }, group })
  const file = (userId: number, id: string, more: Partial<NewVendorFile> = {}): NewVendorFile => ({
    ...{ userId, tokenId: 1, group: 'default', api: 'openai', id, channelId: 7, keyId: 70, bytes: 10, purpose: 'user_data' },
    ...{ object: JSON.stringify({ id }), ...more },
  })
  const page = (more: object = {}) => ({ api: 'openai', isOldestFirst: false, limit: 100, ...more })
  const idsOf = async (who: FileReader, more: object = {}) => (await open().list(who, page(more))).files.map(({ id }) => id)

  test('a file is found by its user, by another node too, and by nobody else', async () => {
    const files = open()
    await files.save(file(1, 'file-a', { expiresAt: nowMs / 1000 + 60 }))
    for (const node of [files, open()]) {
      expect(await node.find(reader(1), ['file-a', 'file-x', ''])).toMatchObject([{ id: 'file-a', channelId: 7, keyId: 70, bytes: 10 }])
      expect(await node.find(reader(2), ['file-a'])).toEqual([])
    }
    expect(await files.find({ user: { id: 1 }, token: undefined, group: 'vip' }, ['file-a'])).toHaveLength(1)
    expect(await files.find(reader(1, 2), ['file-a'])).toHaveLength(1)
    expect(await files.find(reader(1, 1, 'vip'), ['file-a'])).toHaveLength(1)
    expect(await files.find(reader(1, 2, 'vip'), ['file-a'])).toEqual([])
  })

  // security 16
  test('what the vendor said of it is sealed for this row', async () => {
    await open().save(file(3, 'file-sealed', { object: '{"filename":"plans.pdf"}' }))
    await open().save(file(3, 'file-other'))
    const rows = await database().read.selectFrom('vendor_file').selectAll().where('user_id', '=', 3).execute()
    expect(JSON.stringify(rows)).not.toContain('plans')
    expect((await open().find(reader(3), ['file-sealed']))[0]?.object).toBe('{"filename":"plans.pdf"}')
    const [sealed] = rows.filter(({ file_id: id }) => id === 'file-sealed')
    const [other] = rows.filter(({ file_id: id }) => id === 'file-other')
    expect(() => secrets.open(sealed?.object ?? '', `vendor_file:object:${other?.file_key}`)).toThrow()
  })

  test('ids differ by their letters’ case, and one that is too long is not kept', async () => {
    const files = open()
    await files.save(file(4, 'file-AbC'))
    await files.save(file(4, 'file-aBc', { bytes: 20 }))
    expect(await open().find(reader(4), ['file-AbC'])).toMatchObject([{ id: 'file-AbC', bytes: 10 }])
    expect(await open().find(reader(4), ['file-aBc'])).toMatchObject([{ id: 'file-aBc', bytes: 20 }])
    expect(await open().find(reader(4), ['file-ABC'])).toEqual([])
    await files.save(file(4, 'x'.repeat(170)))
    expect(await open().find(reader(4), ['x'.repeat(170)])).toHaveLength(1)
    await expect(files.save(file(4, 'x'.repeat(171)))).rejects.toThrow(RangeError)
    await expect(files.save(file(4, ''))).rejects.toThrow(RangeError)
    expect(await files.sum(4)).toEqual({ count: 3, bytes: 40 })
  })

  test('lists go on behind a file, in both orders, also among files of one moment', async () => {
    const files = open()
    for (const id of ['a', 'b', 'c']) await files.save(file(5, id))
    nowMs += 1000
    for (const id of ['d', 'e']) await files.save(file(5, id, { purpose: 'batch' }))
    await files.save(file(5, 'g', { api: 'gemini' }))
    const all: string[] = []
    for (let after: string | undefined; all.length < 10; after = all.at(-1)) {
      const { files: some, hasMore } = await files.list(reader(5), page({ limit: 2, after }))
      all.push(...some.map(({ id }) => id))
      expect(hasMore).toBe(all.length < 5)
      if (!hasMore) break
    }
    expect(all).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await idsOf(reader(5), { isOldestFirst: true, after: 'b' })).toEqual(['c', 'd', 'e'])
    expect(await idsOf(reader(5), { purpose: 'batch' })).toEqual(['e', 'd'])
    expect(await idsOf(reader(5), { api: 'gemini' })).toEqual(['g'])
    expect(await idsOf(reader(5), { after: 'never' })).toEqual([])
    expect(await idsOf(reader(6))).toEqual([])
    expect(await idsOf(reader(6), { after: 'b' })).toEqual([])
  })

  test('a page has what its reader may see, however much they may not lies before it', async () => {
    const files = open()
    await files.save(file(7, 'mine'))
    nowMs += 1000
    for (const id of ['v1', 'v2', 'v3']) await files.save(file(7, id, { tokenId: 9, group: 'vip' }))
    expect(await idsOf(reader(7), { limit: 2 })).toEqual(['mine'])
    expect(await idsOf(reader(7, 9, 'vip'), { limit: 2 })).toEqual(['v3', 'v2'])
  })

  test('a new state of a file is seen everywhere, and one that was deleted is not brought back by it', async () => {
    const files = open()
    await files.save(file(8, 'file-s'))
    const [known] = await files.find(reader(8), ['file-s'])
    await files.update(known!, { object: '{"state":"ACTIVE"}', bytes: 30, expiresAt: nowMs / 1000 + 60 })
    expect(await open().find(reader(8), ['file-s'])).toMatchObject([{ object: '{"state":"ACTIVE"}', bytes: 30 }])
    await files.delete(known!)
    await files.update(known!, { object: '{}', bytes: 1 })
    expect(await files.find(reader(8), ['file-s'])).toEqual([])
    expect(await files.sum(8)).toEqual({ count: 0, bytes: 0 })
  })

  test('two users may have one file of a vendor', async () => {
    const files = open()
    await files.save(file(10, 'same'))
    const [first] = await files.find(reader(10), ['same'])
    expect(await files.isShared(first!)).toBe(false)
    await files.save(file(11, 'same', { channelId: 8 }))
    expect(await files.isShared(first!)).toBe(false)
    await files.save(file(12, 'same'))
    expect(await files.isShared(first!)).toBe(true)
  })

  test('what has expired is not found, not listed, not counted, and purged', async () => {
    nowMs = START_MS + 10_000_000
    const files = open()
    await files.save(file(13, 'brief', { expiresAt: nowMs / 1000 + 60 }))
    await files.save(file(13, 'stays'))
    expect(await files.find(reader(13), ['brief', 'stays'])).toHaveLength(2)
    // The first test's, whose minute is over.
    expect(await files.purge()).toBe(1)
    nowMs += 61_000
    expect((await files.find(reader(13), ['brief', 'stays'])).map(({ id }) => id)).toEqual(['stays'])
    expect(await idsOf(reader(13))).toEqual(['stays'])
    expect(await idsOf(reader(13), { after: 'brief' })).toEqual([])
    expect(await files.sum(13)).toEqual({ count: 1, bytes: 10 })
    expect(await files.purge()).toBe(1)
    expect(await files.purge()).toBe(0)
  })
})
