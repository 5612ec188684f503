// Decision D69: the line that Claude Code sends for Anthropic's billing is nobody else's to read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
const names = ['claude-fake', 'glm-fake', 'chat-fake', 'gemini-fake']
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])) })
  await world.addChannel({ type: 14, models: 'claude-fake,glm-fake' })
  await world.addChannel({ models: 'chat-fake' })
  await world.addChannel({ type: 24, models: 'gemini-fake' })
})
afterAll(() => world.close())

const LINE = 'x-anthropic-billing-header: cc_version=2.1.0.abc; cc_entrypoint=cli; cch=00f3a;'
const forms: readonly (readonly [name: string, system: unknown])[] = [
  [
    'a block',
    [
      { type: 'text', text: LINE },
      { type: 'text', text: 'You are kind.' },
    ],
  ],
  ['a text', `${LINE}\nYou are kind.`],
]

async function ask(model: string, system: unknown) {
  const answer = await world.post('/v1/messages', { model, max_tokens: 9, system, messages: [{ role: 'user', content: 'hi' }] })
  expect(answer.status, answer.text).toBe(200)
  return { lost: answer.headers['x-waystation-lost'], sent: world.provider.requests.at(-1)?.body as Record<string, unknown> }
}

test.each(forms)('as %s it reaches Claude as it is', async (_name, system) => {
  expect(await ask('claude-fake', system)).toMatchObject({ lost: undefined, sent: { system } })
})

test.each(forms.flatMap(([name, system]) => names.slice(1).map((model) => [name, model, system] as const)))(
  'as %s it is cut for %s, and named',
  async (_name, model, system) => {
    const { lost, sent } = await ask(model, system)
    expect(JSON.stringify(sent)).not.toContain('billing')
    expect(JSON.stringify(sent)).toContain('You are kind.')
    expect(lost).toMatch(/^(system|turns\[0\]\.parts\[0\])/)
  },
)

test.each(names.slice(1))('where it is all of the instructions, %s gets none', async (model) => {
  const { sent } = await ask(model, [{ type: 'text', text: LINE }])
  expect(sent.system ?? sent.systemInstruction).toBeUndefined()
  expect(sent.messages ?? sent.contents).toHaveLength(1)
})

test.each<[string, unknown]>([
  ['a text', `${LINE}\nYou are kind.`],
  [
    'parts',
    [
      { type: 'text', text: LINE },
      { type: 'text', text: 'You are kind.' },
    ],
  ],
])('as %s of a chat request, which a relay before us translated, it is cut and named too', async (_name, content) => {
  const messages = [
    { role: 'system', content },
    { role: 'user', content: LINE },
  ]
  const answer = await world.post('/v1/chat/completions', { model: 'chat-fake', messages })
  expect(answer.headers['x-waystation-lost']).toMatch(/^messages\[0\]\.content/)
  const { messages: sent = [] } = (world.provider.requests.at(-1)?.body ?? {}) as { messages?: unknown[] }
  expect(JSON.stringify(sent[0])).not.toContain('billing')
  expect(JSON.stringify(sent[0])).toContain('You are kind.')
  // Whatever a user writes is theirs.
  expect(sent[1]).toEqual(messages[1])
})
