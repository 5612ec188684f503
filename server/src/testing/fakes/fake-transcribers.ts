// Vendors that write down what is said in a recording, and one that speaks too, for tests, on a real socket: each takes what its reference has and nothing else.
import type { IncomingMessage } from 'node:http'
import { type Step, scenario } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'
import { dashscopeTranscripts } from './transcribers/dashscope-transcripts.ts'
import type { TranscriberDoor } from './transcribers/door.ts'
import { geminiTranscripts } from './transcribers/gemini-transcripts.ts'
import { mistralTranscripts } from './transcribers/mistral-transcripts.ts'
import { auraAtCloudflare, melottsAtCloudflare, whisperAtCloudflare } from './transcribers/workers-ai-sound.ts'

const doors: readonly TranscriberDoor[] = [
  mistralTranscripts,
  geminiTranscripts,
  dashscopeTranscripts,
  whisperAtCloudflare,
  auraAtCloudflare,
  melottsAtCloudflare,
]

/** Starts a server on 127.0.0.1 that takes this key. */
export async function openFakeTranscribers(key: string): Promise<FakeTranscribers> {
  const server = new FakeTranscribers(key)
  await server.listen()
  return server
}

export class FakeTranscribers extends ScriptedServer {
  readonly #key: string

  constructor(key: string) {
    super()
    this.#key = key
  }

  protected override answer({ headers }: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const door = doors.find(({ path }) => path.test(seen.path))
    if (!door) return scenario.reply(404, { message: 'not found' })
    const hasKey = door.keyIn(headers) === this.#key
    const fault = hasKey ? door.fault(seen, headers) : 'invalid key'
    if (fault === undefined) return this.scripted(this.#key, seen.file ? 'upload' : 'call') ?? door.answer(seen)
    seen.refusal = fault
    return door.refuse(hasKey ? 400 : 401, fault)
  }
}
