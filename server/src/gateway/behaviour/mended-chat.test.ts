// Chat answers that break the dialect are mended for clients of the dialect too, and what is right stays the vendor's bytes (decision D67).
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const ask = (stream: boolean) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }], stream })
const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const chunk = (delta: object, more: object = { index: 0, finish_reason: null }): Step =>
  step.frame({ ...head, choices: [{ ...more, delta }] })
const end = [
  step.frame({
    ...head,
    choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
    usage: { prompt_tokens: 9, completion_tokens: 9 },
  }),
  step.done(),
  step.end(),
]

/** The calls as a client puts them together that keeps to the dialect. */
function joined(text: string): { id: string; name: string; type: string; arguments: unknown }[] {
  const calls: { id: string; name: string; type: string; text: string }[] = []
  for (const { data } of eventsOf(text)) {
    if (data === '[DONE]') continue
    const { choices } = JSON.parse(data) as ChatCompletionChunk
    for (const choice of choices) {
      expect(choice.index).toBe(0)
      for (const { index, id, type, function: inner } of choice.delta.tool_calls ?? []) {
        expect(index).toBeTypeOf('number')
        calls[index] ??= { id: '', name: '', type: '', text: '' }
        const call = calls[index]
        if (id) call.id = id
        if (type) call.type = type
        if (inner?.name) call.name = inner.name
        if (inner?.arguments !== undefined) {
          expect(inner.arguments).toBeTypeOf('string')
          call.text += inner.arguments
        }
      }
    }
  }
  return calls.map(({ text: written, ...call }) => ({ ...call, arguments: JSON.parse(written) as unknown }))
}

const call = (fields: object, name: string, written: unknown) => ({ ...fields, function: { name, arguments: written } })
const two = [
  { id: 'a', type: 'function', name: 'look', arguments: { at: 1 } },
  { id: 'b', type: 'function', name: 'go', arguments: { to: 2 } },
]

describe('a stream', () => {
  test.each<[string, Step[]]>([
    [
      'has calls without an index',
      [
        chunk({
          tool_calls: [call({ id: 'a', type: 'function' }, 'look', '{"at":1}'), call({ id: 'b', type: 'function' }, 'go', '{"to":2}')],
        }),
      ],
    ],
    [
      'has calls without an index, in pieces',
      [
        chunk({ tool_calls: [call({ id: 'a', type: 'function' }, 'look', '')] }),
        ...['{"at"', ':', '1', '}'].map((piece) => chunk({ tool_calls: [{ function: { arguments: piece } }] })),
        chunk({ tool_calls: [call({ id: 'b', type: 'function' }, 'go', '')] }),
        ...['{"to"', ':', '2', '}'].map((piece) => chunk({ tool_calls: [{ function: { arguments: piece } }] })),
      ],
    ],
    [
      'has two calls with one index',
      [
        chunk({ tool_calls: [call({ index: 0, id: 'a', type: 'function' }, 'look', '{"at":1}')] }),
        chunk({ tool_calls: [call({ index: 0, id: 'b', type: 'function' }, 'go', '{"to":')] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '2}' } }] }),
      ],
    ],
    [
      'has arguments that are objects',
      [
        chunk({ tool_calls: [call({ index: 0, id: 'a', type: 'function' }, 'look', { at: 1 })] }),
        chunk({ tool_calls: [call({ index: 1, id: 'b', type: 'function' }, 'go', { to: 2 })] }),
      ],
    ],
    [
      'has calls without a type',
      [
        chunk({ tool_calls: [call({ index: 0, id: 'a' }, 'look', '{"at":1}')] }),
        chunk({ tool_calls: [call({ index: 1, id: 'b' }, 'go', '{"to":2}')] }),
      ],
    ],
    [
      'has choices without a number, and whole messages',
      [
        step.frame({
          ...head,
          choices: [
            {
              message: {
                role: 'assistant',
                tool_calls: [
                  call({ id: 'a', type: 'function' }, 'look', '{"at":1}'),
                  call({ id: 'b', type: 'function' }, 'go', '{"to":2}'),
                ],
              },
            },
          ],
        }),
      ],
    ],
  ])('that %s is mended', async (_, steps) => {
    world.provider.next([step.streamHead(), ...steps, ...end])
    const { text } = await ask(true)
    expect(joined(text)).toEqual(two)
    expect(text).toContain('[DONE]')
  })

  test('with calls without an id gets ids, each its own', async () => {
    world.provider.next([
      step.streamHead(),
      chunk({
        tool_calls: [
          call({ index: 0, type: 'function' }, 'look', '{"at":1}'),
          call({ index: 1, id: '', type: 'function' }, 'go', '{"to":2}'),
        ],
      }),
      ...end,
    ])
    const ids = joined((await ask(true)).text).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^call_\w+$/)
  })

  test('whose usage comes without choices, and whose choice ends without a delta, can be gone through', async () => {
    world.provider.next([
      ...scenario.words(['fine']),
      step.frame({ ...head, choices: [{ index: 0, finish_reason: 'stop' }] }),
      step.frame({ ...head, usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
      step.done(),
      step.end(),
    ])
    const { text } = await world.post('/v1/chat/completions', {
      ...{ model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }] },
      ...{ stream: true, stream_options: { include_usage: true } },
    })
    const chunks = eventsOf(text).flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data) as ChatCompletionChunk]))
    for (const { choices } of chunks) for (const { delta } of choices) expect(delta).toBeTypeOf('object')
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(5)
  })

  test('that is right stays byte for byte', async () => {
    const frames = [
      'data: {"id":"c","object":"chat.completion.chunk","created":1.0, "model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"finish_reason":null}]}\n\n',
      'data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"x","type":"function","function":{"name":"f","arguments":""}}]}}]}\n\n',
      'data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}}]}\n\n',
      'data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n',
      'data: [DONE]\n\n',
    ]
    world.provider.next([step.streamHead(), ...frames.map((frame) => step.text(frame)), step.end()])
    expect((await ask(true)).text).toBe(frames.join(''))
  })
})

describe('a whole answer', () => {
  test('has numbers, ids, types and arguments as the dialect has them', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [call({}, 'look', { at: 1 }), call({ id: 'b' }, 'go', '{"to":2}')] }
    world.provider.next(
      scenario.reply(200, {
        id: 'c',
        choices: [{ message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      }),
    )
    const { choices } = (await ask(false)).json as unknown as ChatCompletion
    expect(choices[0]).toMatchObject({
      index: 0,
      message: {
        tool_calls: [
          { id: expect.stringMatching(/^call_\w+$/), type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
          { id: 'b', type: 'function', function: { name: 'go', arguments: '{"to":2}' } },
        ],
      },
    })
  })

  test('that is right stays byte for byte', async () => {
    const body = '{ "id":"c", "choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}], "x": 1.0 }'
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(body), step.end()])
    expect((await ask(false)).text).toBe(body)
  })
})
