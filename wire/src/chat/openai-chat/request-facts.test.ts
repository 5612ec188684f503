import { describe, expect, test } from 'vitest'
import { requestsOf } from '../../../testing/requests/index.ts'
import { WireError } from '../../wire-error.ts'
import { requestFacts as factsOfRequest } from '../request/request-facts.ts'
import { readRequest } from './read/request.ts'
import { requestFacts } from './request-facts.ts'

describe('the facts of a request', () => {
  test.each(Object.entries(requestsOf('openai-chat')))('are those of the whole request: %s', (_, body) => {
    const { promptSize, streamUsage, ...facts } = requestFacts(body)
    const whole = factsOfRequest(readRequest(body))
    const { model, stream, choices, effort } = whole
    expect(facts).toEqual({ model, stream, choices, ...limitOf(whole), ...(effort === undefined ? {} : { effort }) })
    const images = ({ media }: typeof promptSize) => media.filter(({ kind }) => kind === 'image').map(({ data }) => data)
    expect(images(promptSize)).toEqual(images(whole.promptSize))
    expect(streamUsage).toBe(readRequest(body).streamUsage ?? false)
  })

  test('have the greater of two limits, and count at least one answer', () => {
    const body = { model: 'm', messages: [], max_tokens: 5, max_completion_tokens: 9, n: 0 }
    expect(requestFacts(body)).toMatchObject({ maxOutputTokens: 9, choices: 1, stream: false, streamUsage: false })
    expect(requestFacts({ model: 'm', messages: [], n: 3 })).not.toHaveProperty('maxOutputTokens')
    expect(requestFacts({ model: 'm', messages: [], n: 3 }).choices).toBe(3)
  })

  test.each([
    ['model', { messages: [] }],
    ['messages', { model: 'm', messages: 'x' }],
    ['max_tokens', { model: 'm', messages: [], max_tokens: -1 }],
    ['max_tokens', { model: 'm', messages: [], max_completion_tokens: 1.5 }],
    ['stream', { model: 'm', messages: [], stream: 'yes' }],
    ['stream_options.include_usage', { model: 'm', messages: [], stream_options: { include_usage: 1 } }],
  ])('are refused with their path: %s', (path, body) => {
    expect(() => requestFacts(body)).toThrow(WireError)
    expect(() => requestFacts(body)).toThrow(path)
  })
})

function limitOf({ maxOutputTokens }: { maxOutputTokens?: number }) {
  return maxOutputTokens === undefined ? {} : { maxOutputTokens }
}
