// What the pricing page says of models: the share of their calls that was answered in the last day, where the operator shows it.
import type { ModelsHealth } from '@waystation/contract/prices/pricing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUsage, openWithActivity } from '../../domain/channel/testing/activity-rows.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ options: { RetryTimes: '0' } })
})
afterAll(() => world.close())

const ask = (more: object = {}) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }], ...more })
const health = async () => {
  const answer = await fetch(`${world.url}/api/pricing/health`)
  return ((await answer.json()) as { data: ModelsHealth }).data
}

test('nobody is told before the operator shows it', async () => {
  for (let call = 0; call < 16; call++) expect((await ask()).status).toBe(200)
  expect(await health()).toBeNull()
})

test('a visitor is told the share of calls that were answered, without those that failed by their callers', async () => {
  for (const status of [500, 500, 503]) {
    world.provider.next(scenario.refuse(status, 'not now'))
    await ask()
  }
  world.provider.next(scenario.refuse(400, 'your fault'))
  await ask()
  world.provider.next([step.streamHead(), step.say('hel'), step.cut()])
  await ask({ stream: true })
  // The fold comes once a second, and what is read then is kept for a minute: so the last of these calls must be counted, too.
  const counted = () => world.console.call<{ answered: number; failed: number }>('GET', '/api/data/health')
  await expect.poll(counted).toMatchObject({ answered: 16, failed: 4 })
  await world.setOption('pricing.model_health', 'true')
  // Nobody is offered this one.
  const past = await openWithActivity(world.address)
  const quarter = Math.floor(Date.now() / 900_000) * 900
  await past.run(addUsage, [
    { quarter, user_id: 1, model_name: 'secret', channel_id: 1, calls: 99, prompt_tokens: 1, completion_tokens: 1, quota: 1 },
  ])
  await past.close()
  // 16 answered, 4 failed: one of them was charged for what had come, and the refused request counts as none.
  const told = await health()
  expect(told?.answered).toEqual({ 'fake-chat': 0.8 })
  expect(Object.keys(told?.answered_by_hour ?? {})).toEqual(['fake-chat'])
  expect(told?.starts.length).toBe(24)
  // The calls were made in this hour, or around its beginning.
  const hours = told?.answered_by_hour['fake-chat'] ?? []
  expect(hours.length).toBe(24)
  expect(hours.slice(0, 22)).toEqual(Array(22).fill(null))
  expect(hours.slice(22).some((share) => share !== null)).toBe(true)
})

test('the console knows beforehand whether there is something to show', async () => {
  expect(await world.console.call('GET', '/api/status')).toMatchObject({ model_health: true })
})

test('where failed calls are not logged, nobody is told a share that knows nothing of them', async () => {
  await world.setOption('LogErrorEnabled', 'false')
  expect(await health()).toBeNull()
  expect(await world.console.call('GET', '/api/status')).toMatchObject({ model_health: false })
})
