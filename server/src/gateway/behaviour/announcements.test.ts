// Announcements over real sockets: what one node is told, the other shows at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../testing/console-client.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { REDIS, withRedis } from '../../testing/databases/redis-server.ts'
import { openWorld, type World } from '../testing/world.ts'

const shownAt = async (url: string, headers: Record<string, string> = {}) => {
  const answer = (await (await fetch(`${url}/api/announcements`, { headers })).json()) as { data: { title: string }[] }
  return answer.data.map(({ title }) => title)
}

test('a visitor is shown what is for everybody, without a cookie and from a page of another site', async () => {
  const world = await openWorld()
  for (const audience of ['everybody', 'users'])
    await world.console.call('POST', '/api/admin/announcements', { title: `to ${audience}`, audience, from: 0 })
  expect(await shownAt(world.url, { origin: 'https://elsewhere.test' })).toEqual(['to everybody'])
  expect((await fetch(`${world.url}/api/user/announcements`)).status).toBe(401)
  expect(await world.console.call('GET', '/api/user/announcements')).toMatchObject([{ title: 'to users' }, { title: 'to everybody' }])
  await world.close()
})

withRedis('announcements on two nodes', () => {
  eachKind(
    'announcements on two nodes',
    (kind) => {
      let world: World
      let secondUrl: string
      beforeAll(async () => {
        world = await openWorld({ database: kind, redisUrl: REDIS })
        secondUrl = (await world.openNode()).url
      }, 180_000)
      afterAll(() => world.close())

      test('what one announces, changes or ends, both show', async () => {
        const second = await logIn(secondUrl)
        const both = async () => [await shownAt(world.url), await shownAt(secondUrl)]
        expect(await both()).toEqual([[], []])
        const draft = { title: 'Maintenance', audience: 'everybody', from: 0 }
        const { id } = await world.console.call<{ id: number }>('POST', '/api/admin/announcements', draft)
        await expect.poll(both).toEqual([['Maintenance'], ['Maintenance']])
        await second.call('PUT', `/api/admin/announcements/${id}`, { ...draft, title: 'Repairs' })
        await expect.poll(both).toEqual([['Repairs'], ['Repairs']])
        await world.console.call('POST', `/api/admin/announcements/${id}/end`)
        await expect.poll(both).toEqual([[], []])
      })
    },
    { except: ['sqlite'] },
  )
})
