import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { type FormFile, printForm } from '../../lib/bodies/multipart.ts'
import { systemClock } from '../../lib/clock.ts'
import { BodyBudget } from './body-budget.ts'
import { readForm } from './read-form.ts'

const MEBIBYTE = 1024 * 1024

/** The files of a form that was sent to a server. */
async function filesRead(sent: readonly Buffer[]): Promise<readonly FormFile[]> {
  const { contentType, body } = printForm(sent.map((bytes) => ({ name: 'file', fileName: 'a', type: 'audio/wav', bytes })))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: Buffer.concat(body),
  })
  const [received, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const { form = [] } = await readForm(received, {
    userId: 1,
    limitBytes: 64 * MEBIBYTE,
    limits: { maxObjects: 1, maxValues: 1 },
    budget: new BodyBudget({ get: ({ default: usual }) => usual }),
    clock: systemClock,
    hasBalance: async () => true,
  })
  response.end()
  await (await answer).body.dump()
  server.close()
  return form.flatMap((part) => ('bytes' in part ? [part] : []))
}

test('the files of a large form are views of its one body, and no copies', async () => {
  const sent = [Buffer.alloc(3 * MEBIBYTE, 'one'), Buffer.alloc(2 * MEBIBYTE, 'two')]
  const files = await filesRead(sent)
  expect(files.map(({ bytes }, at) => bytes.equals(sent[at] ?? Buffer.alloc(0)))).toEqual([true, true])
  expect(new Set(files.map(({ bytes }) => bytes.buffer)).size).toBe(1)
})

test('a file that looks like the ends of parts arrives unchanged', async () => {
  const sent = Buffer.alloc(3 * MEBIBYTE + 1, '\r\n--way\r\r\n')
  const [file] = await filesRead([sent])
  expect(file?.bytes.equals(sent)).toBe(true)
})
