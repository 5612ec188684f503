import { afterEach, expect, test, vi } from 'vitest'
import { closeToast, currentToasts } from './toasts.ts'
import { runWork } from './work.ts'

vi.mock('../../i18n/index.ts', () => ({
  text: (key: string, facts: object = {}) => [key, ...Object.entries(facts).map(([name, value]) => `${name}=${value}`)].join(' '),
}))

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
})

/** Fails for some of the items. */
const failingFor = (some: readonly string[]) => async (item: string) => {
  if (some.includes(item)) throw new Error(`${item} is away`)
}
const plan = { name: 'people', label: 'Move', items: ['a', 'b', 'c', 'd'], namesOf: (items: readonly string[]) => items.join(', ') }

test('where some fail, the others are done, the toast names those that failed, and what was done can be taken back', async () => {
  const back: string[] = []
  const after = vi.fn(async () => undefined)
  const undo = { one: async (item: string) => void back.push(item), after }
  await runWork({ ...plan, atOnce: 2, one: failingFor(['b']), undo })
  const [shown] = currentToasts()
  expect(shown).toMatchObject({ tone: 'red', text: 'work.partlyNamed label=Move count=3 failed=1 reason=b is away names=b' })
  await shown?.link?.run()
  expect(back).toEqual(['a', 'c', 'd'])
  expect(after).toHaveBeenCalledOnce()
  expect(currentToasts()).toMatchObject([{ tone: 'green', text: 'kit.undone' }])
})

test('an undo that fails for one goes on with the others and names the one', async () => {
  const back: string[] = []
  const one = async (item: string) => {
    await failingFor(['a'])(item)
    back.push(item)
  }
  await runWork({ ...plan, one: async () => undefined, undo: { one, after: async () => undefined } })
  expect(currentToasts()).toMatchObject([{ tone: 'green', text: 'work.finished label=Move count=4' }])
  await currentToasts()[0]?.link?.run()
  expect(back).toEqual(['b', 'c', 'd'])
  expect(currentToasts()).toMatchObject([
    { tone: 'red', text: 'work.partlyNamed label=kit.undo count=3 failed=1 reason=a is away names=a' },
  ])
})

test('no more than so many run at a time, and where nothing was done nothing can be taken back', async () => {
  let running = 0
  let most = 0
  const one = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    throw new Error('away')
  }
  await runWork({ ...plan, atOnce: 3, one, undo: { one, after: async () => undefined } })
  expect(most).toBe(3)
  expect(currentToasts()).toMatchObject([{ tone: 'red', link: undefined }])
})
