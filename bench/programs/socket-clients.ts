// Opens sockets and keeps them, in a process of its own: what callers hold is not the server's memory.
import { WebSocket } from 'ws'
import type { SocketAnswer, SocketOrder } from '../lib/socket-load.ts'

const sockets: WebSocket[] = []
/** At once: more would only wait for each other. */
const AT_ONCE = 20

async function open({ url, key, hello, ask, isDeaf }: Extract<SocketOrder, { kind: 'open' }>): Promise<void> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` }, perMessageDeflate: false })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    if (hello) socket.once('message', () => resolve())
    else socket.once('open', resolve)
  })
  if (isDeaf) socket.pause()
  if (ask !== undefined) socket.send(ask)
}

async function answer(order: SocketOrder): Promise<SocketAnswer> {
  if (order.kind === 'drop') for (const socket of sockets.splice(0)) socket.removeAllListeners('close').terminate()
  else {
    let left = order.count
    const opener = async () => {
      while (left-- > 0) await open(order)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, opener))
  }
  return { open: sockets.filter((socket) => socket.readyState === socket.OPEN).length }
}

process.on('message', (order: SocketOrder) => {
  answer(order).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: 0 })
