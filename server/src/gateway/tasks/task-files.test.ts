import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { EgressAnswer } from '../../lib/net/awaited-answer.ts'
import type { EgressRequest } from '../../lib/net/egress.ts'
import { TaskFiles } from './task-files.ts'

const KEY = { 'x-goog-api-key': 'the-key' }
const channel = { baseUrl: 'https://vendor.test', setting: {} }

/** Files whose hosts answer by this table; what each was asked with is kept. */
function filesWith(answers: Readonly<Record<string, Partial<EgressAnswer>>>) {
  const asked: [by: string, url: string, headers: Readonly<Record<string, unknown>>][] = []
  const by = (name: string) => ({
    send: (request: EgressRequest) => {
      asked.push([name, String(request.url), { ...request.headers }])
      const answer = { statusCode: 200, headers: { 'content-type': 'video/mp4' }, ...answers[String(request.url)] }
      return Promise.resolve({ ...answer, body: Readable.from(['film']) } as unknown as EgressAnswer) // as much of one as is looked at
    },
  })
  return { asked, files: new TaskFiles({ sites: by('sites'), channels: by('channel') }) }
}

test('the key is shown at the channel, and goes along no redirect, not even to the same host', async () => {
  const { asked, files } = filesWith({
    'https://vendor.test/a': { statusCode: 302, headers: { location: 'https://vendor.test/b' } },
    'https://vendor.test/b': { statusCode: 302, headers: { location: 'https://store.test/c' } },
  })
  expect(await files.open('https://vendor.test/a', channel, { headers: KEY, range: { from: 0, to: 3 } })).toMatchObject({ status: 200 })
  const common = { accept: '*/*', 'accept-encoding': 'identity', range: 'bytes=0-3' }
  expect(asked).toEqual([
    ['channel', 'https://vendor.test/a', { ...common, ...KEY }],
    ['channel', 'https://vendor.test/b', common],
    ['sites', 'https://store.test/c', common],
  ])
})

test('no other host gets the key', async () => {
  const { asked, files } = filesWith({})
  await files.open('https://store.test/c', channel, { headers: KEY })
  expect(asked).toEqual([['sites', 'https://store.test/c', { accept: '*/*', 'accept-encoding': 'identity' }]])
})

test.each([
  [
    'a part',
    { statusCode: 206, headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 0-3/9' } },
    { range: { from: 0, to: 3 } },
    true,
  ],
  [
    'a part that does not say which it is',
    { statusCode: 206, headers: { 'content-type': 'video/mp4' } },
    { range: { from: 0, to: 3 } },
    false,
  ],
  ['a part that nobody asked for', { statusCode: 206, headers: { 'content-type': 'video/mp4' } }, {}, false],
  ['a page', { headers: { 'content-type': 'text/html' } }, {}, false],
  ['what is too large', { headers: { 'content-type': 'video/mp4', 'content-length': '11' } }, { maxBytes: 10 }, false],
])('%s', async (_name, answer, asked, isTaken) => {
  const { files } = filesWith({ 'https://store.test/c': answer })
  expect((await files.open('https://store.test/c', channel, asked)) !== undefined).toBe(isTaken)
})

test('a file whose length is not known is given whole, and says nothing of parts', async () => {
  const { files } = filesWith({})
  const range = { from: 0, to: 3 }
  expect(await files.open('https://store.test/c', channel, { range })).toMatchObject({
    status: 200,
    hasParts: false,
    contentRange: undefined,
  })
})
