// The floor of sockets: the least that a relay of messages must keep. It takes a caller's socket, opens one to the vendor, and passes messages
// both ways while the other side takes them. At `/v1/responses` there is no vendor before the first request, so this relay connects to none.
import './collect.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

const MAX_QUEUED_BYTES = 256 * 1024

function pass(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    to.send(data, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < MAX_QUEUED_BYTES) from.resume()
    })
    if (to.bufferedAmount > MAX_QUEUED_BYTES) from.pause()
  })
  from.on('close', () => to.terminate())
  from.on('error', () => {})
}

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (caller, request) => {
  if (request.url?.startsWith('/v1/responses')) return
  const vendor = new WebSocket(`${process.env.BENCH_UPSTREAM}${request.url}`, { perMessageDeflate: false })
  pass(vendor, caller)
  vendor.once('open', () => pass(caller, vendor))
})
server.listen(0, '127.0.0.1', 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
