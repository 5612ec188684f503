// How much memory do forms of 50 MB take that go through at once to a slow vendor? Each comes from a user of its own, since one user may have
// one such form under way. What is received whole may take the configured room (relay.body_memory_mb for what comes in, and as much for what
// goes out); what is beyond it waits and is refused with 503 and retry-after. Files are sent on while they come in and take next to nothing.
// One measure is a server of its own: memory that was freed is not given back at once.

import { logIn } from '../server/src/testing/console-client.ts'
import { type Gateway, openGateway, startGateway } from './lib/gateway.ts'
import { type FormAnswer, type LargeForm, sendForm, waveHead } from './lib/large-form.ts'
import { once } from './lib/measure.ts'
import { forgetPeak, peakResidentKilobytes, residentKilobytes, startProgram } from './lib/process.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const FORM_BYTES = 50_000_000
/** Slower than the longest wait for room, so that forms beyond it are refused. */
const VENDOR_BYTES_PER_SECOND = 8_000_000
const AT_ONCE = [1, 4, 16]
/** What comes in and what goes out may each take so much: the default of relay.body_memory_mb. */
const ROOM_MB = 2 * 256
/** What a server takes besides, for its work. */
const BESIDES_MB = 100
const PASSWORD = 'a-long-password'
const QUOTA = 1_000_000_000
const OPENAI_TYPE = 1

const picture = (at: number) => ({
  field: 'image[]',
  fileName: `${at}.png`,
  type: 'image/png',
  head: Buffer.from('89504e470d0a1a0a0000000d49484452000004000000040008060000', 'hex'),
})

interface Kind {
  readonly name: string
  readonly form: LargeForm
  readonly goalMb: number
}

const kinds: readonly Kind[] = [
  {
    name: 'transcriptions',
    form: {
      path: '/v1/audio/transcriptions',
      texts: { model: 'whisper-1' },
      files: [{ field: 'file', fileName: 'a.wav', type: 'audio/wav', head: waveHead(FORM_BYTES - 44) }],
    },
    goalMb: ROOM_MB + BESIDES_MB,
  },
  {
    name: 'image edits, four pictures each',
    form: { path: '/v1/images/edits', texts: { model: 'gpt-image-1', prompt: 'without the hat' }, files: [1, 2, 3, 4].map(picture) },
    goalMb: ROOM_MB + BESIDES_MB,
  },
  {
    name: 'files',
    form: {
      path: '/v1/files',
      texts: { purpose: 'user_data' },
      files: [{ field: 'file', fileName: 'a', type: 'application/octet-stream', head: Buffer.alloc(0) }],
    },
    goalMb: BESIDES_MB,
  },
]

export const forms: Question = {
  number: 14,
  title: `Memory of forms of ${FORM_BYTES / 1e6} MB at once, to a slow vendor`,
  async ask(options) {
    const models = kinds.flatMap(({ form }) => form.texts.model ?? [])
    const speed = { BENCH_BYTES_PER_SECOND: String(VENDOR_BYTES_PER_SECOND) }
    const vendor = await startProgram(new URL('./programs/slow-vendor.ts', import.meta.url), speed)
    try {
      const gateway = await openGateway(options, models)
      try {
        for (const model of models) await gateway.addChannel(model, `http://127.0.0.1:${vendor.port}`, OPENAI_TYPE)
        const keys = await keysOfUsers(gateway, Math.max(...AT_ONCE))
        await gateway.stop()
        const rows: Row[] = []
        for (const kind of kinds)
          for (const count of AT_ONCE) {
            const row = await measure(kind, keys.slice(0, count), gateway, options)
            options.say(`${row.what}: ${row.judged.median.toFixed(0)} MB (${row.note})`)
            rows.push(row)
          }
        return rows
      } finally {
        await gateway.close()
      }
    } finally {
      await vendor.stop()
    }
  },
}

/** A key of each of so many users, who all have a balance. */
async function keysOfUsers({ console, port }: Gateway, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < count; at++) {
    const username = `bench${at}`
    const { id } = await console.call<{ id: number }>('POST', '/api/user/', { username, password: PASSWORD })
    await console.call('PUT', '/api/user/', { id, quota: QUOTA })
    const session = await logIn(`http://127.0.0.1:${port}`, { username, password: PASSWORD })
    keys.push((await session.call<{ key: string }>('POST', '/api/token/', { name: 'bench', unlimited_quota: true })).key)
  }
  return keys
}

/** The growth of a fresh server while each key sends one form. */
async function measure({ name, form, goalMb }: Kind, keys: readonly string[], gateway: Gateway, options: BenchOptions): Promise<Row> {
  const server = await startGateway(options, gateway.dataFolder, gateway.port)
  try {
    const startKilobytes = residentKilobytes(server.pid)
    forgetPeak(server.pid)
    const answers = await Promise.all(keys.map((key) => sendForm(`http://127.0.0.1:${server.port}`, key, form, FORM_BYTES)))
    const grownMb = (peakResidentKilobytes(server.pid) - startKilobytes) / 1024
    return {
      what: `${keys.length} ${name}: memory above the start, at most`,
      unit: 'MB',
      subject: once(grownMb),
      judged: once(grownMb),
      goal: goalMb,
      note: `${tally(answers)}; ${(grownMb / keys.length).toFixed(1)} MB a form`,
    }
  } finally {
    await server.stop()
  }
}

/** How many answers there were of each kind, as words. */
function tally(answers: readonly FormAnswer[]): string {
  const counts = new Map<string, number>()
  for (const { status, code, hasRetryAfter } of answers) {
    const words = [status, code, hasRetryAfter ? 'with retry-after' : ''].filter(Boolean).join(' ')
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => `${count} × ${words}`).join(', ')
}
