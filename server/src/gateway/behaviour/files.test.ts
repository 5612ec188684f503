// Files at the accounts of vendors: whose they are, and that calls which name them go to the channel and the key that have them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payer } from '../testing/payers.ts'
import {
  ask,
  CLAUDE,
  CLAUDE_KEY,
  FIRST,
  FIRST_KEYS,
  type FileWorld,
  fileForm,
  GOOGLE,
  naming,
  openFileWorld,
  SECOND,
  SECOND_KEYS,
  SHARED,
  upload,
} from './testing/file-world.ts'

const BALANCE = 1_000_000_000
let at: FileWorld
let owner: Payer
let stranger: Payer
beforeAll(async () => {
  const groups = { UserUsableGroups: '{"default":"","vip":""}', GroupRatio: '{"default":1,"vip":1}' }
  at = await openFileWorld({ options: groups })
  owner = await at.payers.add(BALANCE)
  stranger = await at.payers.add(BALANCE)
})
afterAll(async () => {
  expect(await at.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await at.close()
})
beforeEach(() => at.vendor.clear())

const chat = (payer: Pick<Payer, 'key'>, body: object) => ask(at, payer, 'POST /v1/chat/completions', { body })
const newPayer = () => at.payers.add(BALANCE)
const idsOf = ({ json }: Awaited<ReturnType<typeof ask>>) => (json.data as { id: string }[]).map(({ id }) => id)

describe('a file', () => {
  test('is its owner’s only: to others it does not exist', async () => {
    const id = await upload(at, owner)
    const [vendorKey = ''] = [...FIRST_KEYS, ...SECOND_KEYS].filter((key) => at.vendor.idsOf(key).includes(id))
    at.vendor.clear()
    for (const line of [`GET /v1/files/${id}`, `GET /v1/files/${id}/content`, `DELETE /v1/files/${id}`]) {
      const answer = await ask(at, stranger, line)
      expect([line, answer.status, answer.code]).toEqual([line, 404, 'file_not_found'])
      // Another's file is told of as one that never was.
      const guessed = await ask(at, stranger, line.replace(id, 'file-never'))
      expect(guessed.text.replaceAll('file-never', id).replace(/request id: \w+/, '')).toBe(answer.text.replace(/request id: \w+/, ''))
    }
    expect(idsOf(await ask(at, stranger, 'GET /v1/files'))).toEqual([])
    expect(idsOf(await ask(at, stranger, `GET /v1/files?after=${id}`))).toEqual([])
    const named = await chat(stranger, naming(SHARED, id))
    expect([named.status, named.code]).toEqual([400, 'vendor_id_not_given'])
    expect(at.vendor.requests).toEqual([])
    expect(at.vendor.idsOf(vendorKey)).toContain(id)
    expect((await ask(at, owner, `GET /v1/files/${id}`)).json).toMatchObject({ id, bytes: 19, purpose: 'user_data' })
  })

  test('is read by the owner’s tokens of the same group, and not by one of another group', async () => {
    const payer = await newPayer()
    const id = await upload(at, payer)
    const tokenOf = async (group: string) => {
      const token = await payer.console.call<{ key: string }>('POST', '/api/token/', { name: group, unlimited_quota: true, group })
      return { key: `sk-${token.key}` }
    }
    expect((await ask(at, await tokenOf('default'), `GET /v1/files/${id}`)).status).toBe(200)
    const elsewhere = await tokenOf('vip')
    expect(await ask(at, elsewhere, `GET /v1/files/${id}`)).toMatchObject({ status: 404, code: 'file_not_found' })
    expect(await ask(at, elsewhere, `DELETE /v1/files/${id}`)).toMatchObject({ status: 404, code: 'file_not_found' })
    expect(idsOf(await ask(at, elsewhere, 'GET /v1/files'))).toEqual([])
  })

  test('is deleted at the vendor too', async () => {
    const payer = await newPayer()
    const id = await upload(at, payer)
    const deleted = await ask(at, payer, `DELETE /v1/files/${id}`)
    expect(deleted.json).toEqual({ id, object: 'file', deleted: true })
    expect([...FIRST_KEYS, ...SECOND_KEYS].flatMap((key) => at.vendor.idsOf(key))).not.toContain(id)
    expect((await ask(at, payer, `GET /v1/files/${id}`)).code).toBe('file_not_found')
    expect(await chat(payer, naming(SHARED, id))).toMatchObject({ status: 400, code: 'vendor_id_not_given' })
  })

  test('that its vendor has lost is forgotten at the next look', async () => {
    const payer = await newPayer()
    const id = await upload(at, payer)
    for (const key of [...FIRST_KEYS, ...SECOND_KEYS]) at.vendor.lose(key, id)
    expect(idsOf(await ask(at, payer, 'GET /v1/files'))).toEqual([id])
    expect(await ask(at, payer, `GET /v1/files/${id}`)).toMatchObject({ status: 404, code: 'file_not_found' })
    expect(idsOf(await ask(at, payer, 'GET /v1/files'))).toEqual([])
  })

  test('that Google has lost, which it says with 403, is forgotten too, and the key stays in use', async () => {
    const payer = await newPayer()
    const boundary = 'b0undary'
    const part = (type: string, text: string) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n${text}\r\n`
    const sent = await ask(at, payer, 'POST /upload/v1beta/files', {
      body: `${part('application/json', '{"file":{"displayName":"notes"}}')}${part('text/plain', 'words')}--${boundary}--`,
      headers: { 'x-goog-upload-protocol': 'multipart', 'content-type': `multipart/related; boundary=${boundary}` },
    })
    const { name } = (sent.json as { file: { name: string } }).file
    expect((await ask(at, payer, `GET /v1beta/${name}`)).json).toMatchObject({
      name,
      displayName: 'notes',
      sizeBytes: '5',
      state: 'ACTIVE',
    })
    at.vendor.lose('google-key', name)
    expect((await ask(at, payer, `GET /v1beta/${name}`)).status).toBe(404)
    expect((await ask(at, payer, 'GET /v1beta/files')).json).toEqual({})
    const generated = { contents: [{ role: 'user', parts: [{ text: 'q' }] }] }
    expect((await ask(at, payer, `POST /v1beta/models/${GOOGLE}:generateContent`, { body: generated })).status).toBe(200)
  })
})

describe('a call that names a file', () => {
  test('goes to its channel and key, whatever has priority and whose turn it is', async () => {
    for (const query of [`?model=${FIRST}`, `?model=${SECOND}`]) {
      const owners = [await newPayer(), await newPayer(), await newPayer(), await newPayer()]
      for (const payer of owners) {
        const id = await upload(at, payer, query)
        const key = at.vendor.requests.at(-1)?.key
        at.vendor.clear()
        for (let turn = 0; turn < 5; turn += 1) {
          expect((await chat(payer, naming(SHARED, id))).status).toBe(200)
          // Others go on in between, where priority sends them.
          expect((await chat(stranger, { model: SHARED, messages: [{ role: 'user', content: 'q' }] })).status).toBe(200)
        }
        const calls = at.vendor.requests.filter(({ bytes }) => bytes > 0)
        expect(calls.filter((_, place) => place % 2 === 0).map((request) => request.key)).toEqual(Array(5).fill(key))
        expect(new Set(calls.filter((_, place) => place % 2 === 1).map((request) => request.key))).toEqual(new Set(SECOND_KEYS))
        expect((query.endsWith(FIRST) ? FIRST_KEYS : SECOND_KEYS).includes(key ?? '')).toBe(true)
        at.vendor.clear()
      }
    }
  })

  test('finds files of one user at one place', async () => {
    const payer = await newPayer()
    const ids = [await upload(at, payer), await upload(at, payer), await upload(at, payer, `?model=${SHARED}`)]
    expect((await chat(payer, naming(SHARED, ...ids))).status).toBe(200)
  })

  test('is refused where its files are at different channels', async () => {
    const payer = await newPayer()
    const [one, other] = [await upload(at, payer, `?model=${FIRST}`), await upload(at, payer, `?model=${SECOND}`)]
    at.vendor.clear()
    expect(await chat(payer, naming(SHARED, one, other))).toMatchObject({ status: 400, code: 'files_apart' })
    expect(at.vendor.requests).toEqual([])
  })

  test('is refused where its model is not served there', async () => {
    const payer = await newPayer()
    const id = await upload(at, payer, `?model=${FIRST}`)
    at.vendor.clear()
    expect(await chat(payer, naming(SECOND, id))).toMatchObject({ status: 400, code: 'file_elsewhere' })
    expect(at.vendor.requests).toEqual([])
  })

  test('counts tokens where the file is, and nowhere for another user', async () => {
    const payer = await newPayer()
    const version = { 'anthropic-version': '2023-06-01' }
    const form = new FormData()
    form.set('file', new File(['words'], 'a.txt', { type: 'text/plain' }))
    const sent = await ask(at, payer, 'POST /v1/files', { body: form, headers: version })
    expect(sent.json).toMatchObject({ type: 'file', filename: 'a.txt', size_bytes: 5, downloadable: false })
    const content = [{ type: 'document', source: { type: 'file', file_id: sent.json.id } }]
    const body = { model: CLAUDE, messages: [{ role: 'user', content }] }
    expect((await ask(at, payer, 'POST /v1/messages/count_tokens', { body, headers: version })).json).toEqual({ input_tokens: 20 })
    expect((await ask(at, payer, 'POST /v1/messages', { body: { ...body, max_tokens: 5 }, headers: version })).status).toBe(200)
    at.vendor.clear()
    const foreign = await ask(at, stranger, 'POST /v1/messages/count_tokens', { body, headers: version })
    expect(foreign.json.input_tokens).not.toBe(20)
    expect(at.vendor.requests).toEqual([])
    expect((await ask(at, stranger, 'POST /v1/messages', { body: { ...body, max_tokens: 5 }, headers: version })).status).toBe(400)
    expect(at.vendor.requests).toEqual([])
  })
})

test('an upload with `?model=` of nothing that is served is refused', async () => {
  expect(await ask(at, owner, 'POST /v1/files?model=no-such-model', { body: fileForm() })).toMatchObject({ code: 'model_not_found' })
  expect(at.vendor.requests).toEqual([])
})

describe('a file whose place is not in use', () => {
  test.each(['channel', 'key'] as const)('because its %s is disabled is not reached, and is again afterwards', async (what) => {
    const payer = await newPayer()
    const id = await upload(at, payer, `?model=${FIRST}`)
    const keys = await at.world.console.call<{ id: number }[]>('GET', `/api/channel/${at.first}/keys`)
    const place = FIRST_KEYS.indexOf(at.vendor.requests.at(-1)?.key ?? '')
    const set = (status: number) =>
      what === 'channel'
        ? at.world.console.call('PUT', '/api/channel/', { id: at.first, status })
        : at.world.console.call('PUT', `/api/channel/${at.first}/keys/${keys[place]?.id}`, { status })
    await set(2)
    at.vendor.clear()
    for (const line of [`GET /v1/files/${id}`, `GET /v1/files/${id}/content`, `DELETE /v1/files/${id}`])
      expect(await ask(at, payer, line)).toMatchObject({ status: 503, code: 'file_channel_gone' })
    expect(await chat(payer, naming(SHARED, id))).toMatchObject({ status: 503, code: 'file_channel_gone' })
    expect(at.vendor.requests).toEqual([])
    await set(1)
    expect((await chat(payer, naming(SHARED, id))).status).toBe(200)
    expect((await ask(at, payer, `GET /v1/files/${id}`)).status).toBe(200)
  })
})

describe('what an answer gave', () => {
  const made = { name: 'plot.png', type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }
  const version = { 'anthropic-version': '2023-06-01' }

  test('is read by the user to whom it was given, and binds calls to its channel and key', async () => {
    const payer = await newPayer()
    at.vendor.make(CLAUDE_KEY, { ...made, id: 'file_made1' })
    const output = { type: 'code_execution_output', file_id: 'file_made1' }
    const result = { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [output] }
    const block = { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: result }
    at.vendor.next([
      { do: 'head', status: 200, headers: { 'content-type': 'application/json' } },
      {
        do: 'bytes',
        bytes: Buffer.from(
          JSON.stringify({
            ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [block, { type: 'text', text: 'done' }] },
            ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 20, output_tokens: 5 } },
          }),
        ),
      },
      { do: 'end' },
    ])
    const body = { model: CLAUDE, max_tokens: 20, messages: [{ role: 'user', content: 'draw' }] }
    expect((await ask(at, payer, 'POST /v1/messages', { body, headers: version })).status).toBe(200)
    const read = await ask(at, payer, 'GET /v1/files/file_made1/content', { headers: version })
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(read.headers.get('content-security-policy')).toBe('sandbox')
    expect((await ask(at, payer, 'GET /v1/files/file_made1', { headers: version })).json).toMatchObject({ downloadable: true })
    at.vendor.clear()
    expect(await ask(at, stranger, 'GET /v1/files/file_made1/content', { headers: version })).toMatchObject({ status: 404 })
    expect(at.vendor.requests).toEqual([])
    const content = [{ type: 'image', source: { type: 'file', file_id: 'file_made1' } }]
    const again = { ...body, messages: [{ role: 'user', content }] }
    expect((await ask(at, payer, 'POST /v1/messages', { body: again, headers: version })).status).toBe(200)
    expect((await ask(at, stranger, 'POST /v1/messages', { body: again, headers: version })).status).toBe(400)
  })
})
