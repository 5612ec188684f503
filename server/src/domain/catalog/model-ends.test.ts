import { readFileSync } from 'node:fs'
import { channelType } from '@waystation/contract/channels/channel-type'
import { expect, test } from 'vitest'
import { traitsReader } from '../model-traits.ts'

/** The day on which the vendors' lists of models were read last. */
const READ_ON = '2026-11-25'
/** The channel types of the makers whose ends are known. */
const makers = { openai: 1, anthropic: 14, alibaba: 17, google: 24, deepseek: 43, xai: 48 } as const

const ends = Object.entries(
  JSON.parse(readFileSync(new URL('./model-ends.json', import.meta.url), 'utf8')) as Record<
    string,
    { on: string; successor?: string; source: keyof typeof makers }
  >,
)

test('no vendor’s list offers a model that it has ended', () => {
  const ended = ends.filter(([model, { on, source }]) => on < READ_ON && channelType(makers[source]).models.includes(model))
  expect(ended.map(([model]) => model)).toEqual([])
  expect(ends.length).toBeGreaterThan(100)
})

test('what takes the place of a model does not end before it', () => {
  const traits = traitsReader({ get: (option) => option.default })
  for (const [model, { on, successor }] of ends) {
    const next = successor === undefined ? undefined : traits(successor).end
    expect(next === undefined || next.on > on, model).toBe(true)
  }
})
