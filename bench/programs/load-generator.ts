// Sends calls on raw sockets and looks at no more of the answers than it must, so that the machine is the servers'.
import { percentile } from '../lib/measure.ts'
import type { LoadAnswer, LoadOrder } from '../lib/traffic.ts'
import { CallSocket, requestBytes } from './call-socket.ts'

class Tally {
  calls = 0
  failures = 0
  failure = ''
  events = 0
  readonly tookMs: number[] = []

  note(socket: CallSocket, tookMs: number): void {
    this.events += socket.events
    if (socket.status === 200) {
      this.calls += 1
      this.tookMs.push(tookMs)
    } else this.fail(socket.excerpt)
  }

  fail(why: string): void {
    this.failures += 1
    if (this.failure === '') this.failure = why.slice(0, 300)
  }

  answer(seconds: number): LoadAnswer {
    const sorted = Float64Array.from(this.tookMs).sort()
    const { calls, failures, failure, events } = this
    return { calls, failures, failure, events, seconds, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function closed({ target, connections, seconds, staggerMs = 0 }: Extract<LoadOrder, { kind: 'closed' }>): Promise<LoadAnswer> {
  const tally = new Tally()
  const request = requestBytes(target)
  const startedMs = performance.now()
  const untilMs = startedMs + seconds * 1000
  const worker = async (at: number) => {
    await sleep((at / connections) * staggerMs)
    let socket: CallSocket | undefined
    while (performance.now() < untilMs) {
      socket ??= new CallSocket(target.port)
      const sentMs = performance.now()
      await socket.call(request)
      tally.note(socket, performance.now() - sentMs)
      if (socket.isClosed) socket = undefined
    }
    socket?.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => worker(at)))
  return tally.answer((performance.now() - startedMs) / 1000)
}

/** Calls at random moments, as strangers make them, so many a second on average. */
async function open({ target, perSecond, seconds, connections = 0 }: Extract<LoadOrder, { kind: 'open' }>): Promise<LoadAnswer> {
  const tally = new Tally()
  const request = requestBytes(target)
  const idle = Array.from({ length: connections }, () => new CallSocket(target.port))
  const running: Promise<void>[] = []
  const startedMs = performance.now()
  const one = async () => {
    // By turns, so that where several processes serve a port each of them has its share of the calls.
    const socket = idle.shift() ?? new CallSocket(target.port)
    const sentMs = performance.now()
    await socket.call(request)
    tally.note(socket, performance.now() - sentMs)
    if (!socket.isClosed) idle.push(socket)
  }
  let nextMs = startedMs
  while (nextMs < startedMs + seconds * 1000) {
    while (nextMs <= performance.now()) {
      running.push(one())
      nextMs += (-Math.log(1 - Math.random()) * 1000) / perSecond
    }
    // A timer, though it is a millisecond coarse: spinning would take a core from the servers.
    await sleep(1)
  }
  await Promise.all(running)
  const answer = tally.answer((performance.now() - startedMs) / 1000)
  for (const socket of idle) socket.close()
  return answer
}

const held: CallSocket[] = []

/** Opens streams and waits until all have begun, or the limit is over; then a second more, so that what they brought up settles. */
async function hold({ target, connections, limitMs }: Extract<LoadOrder, { kind: 'hold' }>): Promise<LoadAnswer> {
  const request = requestBytes(target)
  const fresh: CallSocket[] = []
  const startedMs = performance.now()
  for (let count = 0; count < connections; count++) {
    const socket = new CallSocket(target.port)
    fresh.push(socket)
    void socket.call(request)
    if (count % 20 === 19) await sleep(10)
  }
  held.push(...fresh)
  while (performance.now() - startedMs < limitMs && fresh.some((socket) => socket.events === 0 && !socket.isClosed)) await sleep(50)
  await sleep(1000)
  const tally = new Tally()
  for (const socket of fresh) {
    // A stream that ended needs no memory.
    if (socket.isOver) tally.fail(`a stream that goes on ended: ${socket.excerpt}`)
    else if (socket.events > 0) tally.note(socket, 0)
    else tally.fail(socket.excerpt || `no answer within ${limitMs / 1000} s`)
  }
  return tally.answer((performance.now() - startedMs) / 1000)
}

async function listen({ seconds }: Extract<LoadOrder, { kind: 'listen' }>): Promise<LoadAnswer> {
  const tally = new Tally()
  for (const socket of held) {
    socket.onData = (bytes) => {
      const nowNs = Number(process.hrtime.bigint())
      for (const [, writtenNs] of bytes.toString('latin1').matchAll(/@(\d+)@/g)) tally.tookMs.push((nowNs - Number(writtenNs)) / 1e6)
    }
  }
  await sleep(seconds * 1000)
  for (const socket of held) socket.onData = undefined
  tally.events = tally.tookMs.length
  tally.calls = held.length
  return tally.answer(seconds)
}

function drop(): LoadAnswer {
  for (const socket of held.splice(0)) socket.close()
  return new Tally().answer(0)
}

function perform(order: LoadOrder): Promise<LoadAnswer> | LoadAnswer {
  switch (order.kind) {
    case 'closed':
      return closed(order)
    case 'open':
      return open(order)
    case 'hold':
      return hold(order)
    case 'listen':
      return listen(order)
    case 'drop':
      return drop()
  }
}

process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.(await perform(order))
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: 0 })
