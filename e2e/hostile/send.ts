// Sends one hostile body over a socket of its own, in the way it wants to be sent.
import { connect } from 'node:net'
import { BOUNDARY, type HostileBody } from './bodies.ts'

/** Who sends slowly stays this long. */
const STAY_MS = 3000
const GIVE_UP_MS = 60_000

/** The status of the answer; 0 where there was none. Never rejects. */
export function sendHostile(port: number, path: string, key: string, body: HostileBody): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let head = ''
    let status = 0
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(status)
    }
    const timer = setTimeout(end, GIVE_UP_MS)
    socket.on('data', (bytes) => {
      if (status !== 0) return
      head += bytes.toString('latin1')
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
      if (head.length > 12) setTimeout(end, 20)
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.on('connect', () => {
      const lines = [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${key}`,
        `content-type: ${body.isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'}`,
        `content-length: ${body.claimedBytes ?? body.bytes.length}`,
        ...(body.encoding ? [`content-encoding: ${body.encoding}`] : []),
        'connection: close',
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      socket.write(body.bytes, () => {
        if (body.sent === 'half') setTimeout(end, 50)
        if (body.sent === 'slowly') setTimeout(end, STAY_MS)
      })
    })
  })
}
