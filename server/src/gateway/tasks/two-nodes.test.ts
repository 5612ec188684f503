// Submissions that are repeated under one Idempotency-Key, at two nodes that share nothing but the database: each makes one task, which is paid for
// once. One SQLite file belongs to one process, so it has one node.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eachKind } from '../../testing/databases/databases.ts'
import { cases, FilmClient, type FilmWorld, openFilmWorld } from './testing/film-world.ts'
import { openTaskWorld, priceOf, TaskClient, type TaskWorld } from './testing/task-world.ts'

const ark = cases.find(({ name }) => name === 'ark') ?? expect.unreachable()
const AT_ONCE = 3

/** Submits at both nodes again and again, at the same time and once more. Answers what all of them were answered. */
async function everywhere<Answer>(nodes: readonly ((key: string) => Promise<Answer>)[], key: string): Promise<Answer[]> {
  const both = nodes.flatMap((submit) => Array.from({ length: AT_ONCE }, () => submit(key)))
  const answers = await Promise.all(both)
  for (const submit of nodes) answers.push(await submit(key))
  return answers
}

eachKind('an Idempotency-Key', (kind) => {
  const secondOf = async ({ world }: TaskWorld | FilmWorld) => (kind === 'sqlite' ? world.url : (await world.openNode()).url)

  test('makes one drawing, one song and one set of lyrics', async () => {
    const tasks = await openTaskWorld({ database: kind })
    const { alice } = tasks
    const clients = [alice, new TaskClient(await secondOf(tasks), alice.payer)]
    const submits = [
      { path: '/mj/submit/imagine', body: { prompt: 'a cat' }, price: priceOf('mj_imagine') },
      { path: '/suno/submit/music', body: { prompt: 'la la', tags: 'folk' }, price: priceOf('suno_music') },
      { path: '/suno/submit/lyrics', body: { prompt: 'a cat' }, price: priceOf('suno_lyrics') },
    ]
    for (const { path, body, price } of submits) {
      const posts = clients.map((client) => (key: string) => client.post(path, body, { 'idempotency-key': key }))
      const { made, cost } = await alice.spending(() => everywhere(posts, path))
      const Id = z
        .object({ result: z.string() })
        .transform(({ result }) => result)
        .or(z.object({ data: z.string() }).transform(({ data }) => data))
      expect(new Set(made.map(({ status, json }) => `${status} ${Id.parse(json)}`)).size).toBe(1)
      expect([made[0]?.status, cost]).toEqual([200, price])
    }
    const asked = [...tasks.drawing.requests, ...tasks.music.requests].filter(({ path }) => path.includes('/submit/'))
    expect(asked.map(({ path }) => path.toLowerCase())).toEqual(submits.map(({ path }) => path))
    await tasks.timing.poll()
    await tasks.close()
  })

  test('makes one film', async () => {
    const films = await openFilmWorld([ark], { database: kind })
    const { alice } = films
    const clients = [alice, new FilmClient(await secondOf(films), alice.payer)]
    const posts = clients.map(
      (client) => (key: string) => client.post('/v1/videos', { model: ark.model, ...ark.body }, { 'idempotency-key': key }),
    )
    const made = await everywhere(posts, 'one')
    const ids = made.map(({ status, json }) => [status, z.object({ id: z.string() }).parse(json).id])
    expect(new Set(ids.map((one) => one.join())).size).toBe(1)
    expect(films.vendorOf('ark').requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await films.poll()
    await films.close()
  })
})
