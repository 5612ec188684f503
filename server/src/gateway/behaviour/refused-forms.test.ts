// A refusal is read by whoever sends a large body, also where nobody reads that body.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const MEBIBYTE = 1024 * 1024
const TRIES = 4

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const form = Buffer.concat([
  Buffer.from('--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'),
  Buffer.alloc(24 * MEBIBYTE, 'a'),
  Buffer.from('\r\n--x--\r\n'),
])
const type = 'multipart/form-data; boundary=x'

interface Sending {
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends the form as many programs do: nothing is read before all is sent. Answers with the first line that comes back. */
async function sendThenRead({ line, headers }: Sending): Promise<string> {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    socket.pause()
    const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(form, (error) => (error ? reject(error) : resolve()))
    })
    socket.resume()
    const [first] = await once(socket, 'data')
    return String(first).split('\r\n', 1)[0] ?? ''
  } finally {
    socket.destroy()
  }
}

describe.each([
  ['POST /v1/images/edits', 'the key', 501],
  ['POST /v1/images/variations', 'the key', 501],
  ['POST /v1/files', 'the key', 501],
  ['POST /v1/files', 'another key', 401],
  ['POST /v1/no/such/call', 'the key', 404],
  ['PUT /api/user/self', 'the key', 401],
])('a form, %s with %s', (line, shown, expected) => {
  test.each(['keep-alive', 'close'])(`is answered with ${expected} when it is all sent, with connection: %s`, async (connection) => {
    for (let at = 0; at < TRIES; at += 1) {
      const authorization = `Bearer ${shown === 'the key' ? world.key : 'sk-other'}`
      const headers = { authorization, connection, 'content-type': type, 'content-length': String(form.length) }
      expect(await sendThenRead({ line, headers })).toMatch(`HTTP/1.1 ${expected} `)
    }
  })
})
