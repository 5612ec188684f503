import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openCommandChanges, tellServers } from './command-changes.ts'

eachDatabase('changes by commands', ({ database }) => {
  test('each is taken over once, options first, and what was before a server began is no news to it', async () => {
    await tellServers(database())
    const [one, other] = [await openCommandChanges(database()), await openCommandChanges(database())]
    const done: string[] = []
    const look = async ({ takeOver }: typeof one) => {
      done.length = 0
      await takeOver({ refresh: async () => void done.push('options') }, { publishAllHere: () => void done.push('all') })
      return [...done]
    }
    expect(await look(one)).toEqual(['options'])
    await Promise.all([tellServers(database()), tellServers(database())])
    expect(await look(one)).toEqual(['options', 'all'])
    expect(await look(one)).toEqual(['options'])
    expect(await look(other)).toEqual(['options', 'all'])
  })
})
