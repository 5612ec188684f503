import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { ChatRequest, Part } from '@waystation/wire/chat/request/request'
import { describe, expect, test } from 'vitest'
import type { Vault } from '../../domain/vault/vault.ts'
import { SignatureCollector, type Signer, signerOf, withSignatures } from './signatures.ts'

/** A vault in memory. */
function openedVault() {
  const kept = new Map<string, string>()
  const asked: string[] = []
  const vault: Vault = {
    async save(items) {
      for (const { key, value } of items) kept.set(key, value)
    },
    async find(keys) {
      asked.push(...keys)
      return new Map(keys.flatMap((key) => (kept.has(key) ? [[key, kept.get(key) ?? '']] : [])))
    },
    purge: async () => 0,
  }
  return { vault, kept, asked }
}

const anthropic: Signer = signerOf('anthropic-messages', { id: 1, baseUrl: '' })
const started = (part: number, initial: Part): ChatEvent => ({ kind: 'part-started', choice: 0, part, initial })
const toolCall = (id: string): Part => ({ kind: 'tool-call', id, name: 'look', argumentsText: '{}' })
const signature: ChatEvent = { kind: 'part-delta', choice: 0, part: 0, signature: 'signed' }
const thinking: readonly ChatEvent[] = [
  started(0, { kind: 'reasoning', text: 'let' }),
  { kind: 'part-delta', choice: 0, part: 0, text: ' me' },
]

function collected(events: readonly ChatEvent[], signer = anthropic): SignatureCollector {
  const collector = new SignatureCollector(signer)
  collector.push(events)
  return collector
}

describe('of a reply there is stored', () => {
  test('the thinking before its calls, with its signature, under the id of each call', async () => {
    const { vault, kept } = openedVault()
    await collected([...thinking, signature, started(1, toolCall('call-a')), started(2, toolCall('call-b'))]).store(vault, 7)
    expect([...kept.keys()]).toEqual(['7:call-a', '7:call-b'])
    expect(JSON.parse(kept.get('7:call-a') ?? '')).toEqual({
      ...{ signedBy: 'anthropic-messages', calls: {} },
      thoughts: [{ text: 'let me', signature: 'signed' }],
    })
  })

  test.each<[what: string, events: readonly ChatEvent[]]>([
    ['it calls no tool', [...thinking, signature]],
    ['its thinking has no signature', [...thinking, started(1, toolCall('call-a'))]],
    ['the id of its call could not be a key', [...thinking, signature, started(1, toolCall('x'.repeat(161)))]],
  ])('nothing where %s', async (_what, events) => {
    const { vault, kept } = openedVault()
    const collector = collected(events)
    await collector.store(vault, 7)
    expect([collector.hasSignatures, kept.size]).toEqual([false, 0])
  })

  test('thinking without a signature, where the vendor wants that back', () => {
    const signer = signerOf('openai-chat', { id: 4, baseUrl: '' })
    expect(signer).toEqual({ dialect: 'openai-chat', origin: 'channel 4' })
    expect(collected([...thinking, started(1, toolCall('call-a'))], signer).hasSignatures).toBe(true)
  })
})

describe('a turn that comes back', () => {
  const requestOf = (...parts: Part[]): ChatRequest => ({ model: 'm', turns: [{ role: 'assistant', parts }] }) as ChatRequest

  /** The parts of the turn as the signer gets them, once the reply was stored for user 7. */
  async function restored(request: ChatRequest, { signer = anthropic, userId = 7 } = {}) {
    const { vault, asked } = openedVault()
    await collected([...thinking, signature, started(1, toolCall('call-a'))]).store(vault, 7)
    const { turns } = await withSignatures(request, signer, vault, userId)
    return { parts: turns[0]?.parts, asked }
  }
  const thought = { kind: 'reasoning', text: 'let me', signature: 'signed', signedBy: 'anthropic-messages' }

  test('without its thinking gets it again', async () => {
    const { parts, asked } = await restored(requestOf(toolCall('call-a')))
    expect(parts).toEqual([thought, toolCall('call-a')])
    expect(asked).toEqual(['7:call-a'])
  })

  test('with thinking that the client changed gets the vendor’s own', async () => {
    const { parts } = await restored(requestOf({ kind: 'reasoning', text: 'let us' }, toolCall('call-a')))
    expect(parts).toEqual([thought, toolCall('call-a')])
  })

  test.each<[what: string, given: { signer?: Signer; userId?: number }]>([
    ['at another vendor', { signer: signerOf('gemini-generate', { id: 1, baseUrl: '' }) }],
    ['for another user', { userId: 8 }],
  ])('stays bare %s', async (_what, given) => {
    expect((await restored(requestOf(toolCall('call-a')), given)).parts).toEqual([toolCall('call-a')])
  })

  test('that calls no tool is not looked for', async () => {
    const request = requestOf({ kind: 'text', text: 'hi' })
    expect((await restored(request)).asked).toEqual([])
  })
})
