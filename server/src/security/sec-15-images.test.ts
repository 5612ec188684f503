// SEC-15 for the addresses that callers put into their calls: of images, sound and files. The server asks for none of them; they go to the
// vendor, or are left out, whatever dialect the vendor speaks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { openTrap, type Trap } from './testing/trap.ts'

/** A channel type for each dialect that vendors are spoken to in. */
const types = { openai: 1, compatible: 8, anthropic: 14, gemini: 24, ollama: 4, cohere: 34 } as const

let world: World
let trap: Trap
beforeAll(async () => {
  trap = await openTrap()
  const ratios = Object.fromEntries(Object.keys(types).map((name) => [`${name}-model`, 1]))
  world = await openWorld({ ratios: { 'fake-chat': 1, ...ratios } })
  for (const [name, type] of Object.entries(types)) await world.addChannel({ name, type, models: `${name}-model` })
})
afterAll(async () => {
  await world.close()
  await trap.close()
})

const addresses = () => [`http://127.0.0.1:${trap.port}/a.png`, `http://[::1]:${trap.port}/a.png`, `http://2130706433:${trap.port}/a.png`]

/** Each kind of call that may name an address. */
const calls: Readonly<Record<string, (model: string, url: string) => readonly [string, object]>> = {
  'an image in a chat': (model, url) => [
    '/v1/chat/completions',
    {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is it?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    },
  ],
  'an image in a message': (model, url) => [
    '/v1/messages',
    { model, max_tokens: 20, messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }] },
  ],
  'a document in a message': (model, url) => [
    '/v1/messages',
    { model, max_tokens: 20, messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'url', url } }] }] },
  ],
  'a file in a response': (model, url) => [
    '/v1/responses',
    {
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', file_url: url },
            { type: 'input_image', image_url: url },
          ],
        },
      ],
    },
  ],
  'a file at Gemini': (model, url) => [
    `/v1beta/models/${model}:generateContent`,
    { contents: [{ role: 'user', parts: [{ fileData: { mimeType: 'image/png', fileUri: url } }] }] },
  ],
}

test.each(Object.keys(calls))('SEC-15: the address of %s is not asked for, before any vendor', async (name) => {
  let served = 0
  for (const vendor of Object.keys(types))
    for (const url of addresses()) {
      const [path, body] = calls[name]?.(`${vendor}-model`, url) ?? ['', {}]
      const { status } = await world.post(path, body)
      if (status === 200) served += 1
    }
  // Some vendors cannot be told an address, and the call is refused; where the vendor can, it is served.
  expect(served).toBeGreaterThan(0)
  expect(trap.caught).toEqual([])
})

test('SEC-15: the trap of these calls works', async () => {
  await world.addChannel({ name: 'trap', type: 8, base_url: `http://127.0.0.1:${trap.port}`, models: 'trap-model' })
  await world.setOption('ModelRatio', JSON.stringify({ 'trap-model': 1 }))
  await world.post('/v1/chat/completions', { model: 'trap-model', messages: [{ role: 'user', content: 'hi' }] })
  expect(trap.caught.length).toBeGreaterThan(0)
})
