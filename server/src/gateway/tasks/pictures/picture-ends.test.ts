// Every door for pictures at every vendor that makes them by tasks, driven to every end: made, failed, kept back, rejected, made in part, not
// made in time.
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE } from '../../../testing/fake-films/media.ts'
import type { FilmAnswer } from '../testing/film-world.ts'
import {
  cases,
  HASTY,
  openPictureWorld,
  type PictureClient,
  type PictureVendor,
  type PictureWorld,
  PRICE,
} from './testing/picture-world.ts'

let at: PictureWorld
beforeAll(async () => {
  at = await openPictureWorld()
})
afterAll(() => at.close())

const BASE64 = PICTURE.toString('base64')
const image = { image_url: `data:image/png;base64,${BASE64}` }

/** How a call is made: where to, with what, and how its pictures are to come. */
interface Door {
  readonly name: string
  readonly work: 'generations' | 'edits'
  readonly asForm?: true
  readonly more?: object
  /** What a picture looks like in its answer. */
  readonly picture: object
}
const url = { url: expect.stringMatching(/^http/) }
const data = { b64_json: expect.stringMatching(/^iVBOR/) }
const streamed = (work: 'generation' | 'edit') => ({ type: `image_${work}.completed` })

const doors: readonly Door[] = [
  { name: 'generations', work: 'generations', picture: url },
  { name: 'generations as data', work: 'generations', more: { response_format: 'b64_json' }, picture: data },
  { name: 'generations in a stream', work: 'generations', more: { stream: true }, picture: streamed('generation') },
  { name: 'edits', work: 'edits', more: { images: [image] }, picture: url },
  { name: 'edits of two pictures, as data', work: 'edits', more: { images: [image, image], response_format: 'b64_json' }, picture: data },
  { name: 'edits by a form', work: 'edits', asForm: true, picture: url },
  { name: 'edits in a stream', work: 'edits', more: { images: [image], stream: true }, picture: streamed('edit') },
]

/** The pictures in an answer, also in one that is a stream. */
function picturesIn({ bytes, json }: FilmAnswer): object[] {
  const whole = (json as { data?: object[] } | undefined)?.data
  if (whole) return whole
  const events = bytes.toString().matchAll(/^data: (\{.*\})$/gm)
  return [...events].map(([, text = '']) => JSON.parse(text)).filter(({ type }) => String(type).endsWith('.completed'))
}

async function ask(client: PictureClient, { work, asForm, more }: Door, model: string, extra: object = {}): Promise<FilmAnswer> {
  const fields = { model, prompt: 'A red cat', ...more, ...extra }
  if (!asForm) return client.post(`/v1/images/${work}`, fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.append('image', new File([new Uint8Array(PICTURE)], 'cat.png', { type: 'image/png' }))
  const request = new Request('http://form.test', { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  return client.call('POST', `/v1/images/${work}`, { body, headers: { 'content-type': request.headers.get('content-type') ?? '' } })
}

const waysOut = cases.flatMap((one) => doors.map((door) => ({ ...one, door, doorName: door.name })))

const tried = cellsToTry('ends of pictures by vendor and door', waysOut, ({ name, doorName }) => [name, doorName])

describe.each(tried)('$name by $doorName', ({ name, door, model: maker, editor, rejected }) => {
  const model = door.work === 'edits' ? editor : maker
  let vendor: PictureVendor
  beforeAll(() => {
    vendor = at.vendorOf(name)
  })
  afterEach(() => vendor.clear())

  /** A call: its status, its pictures, what it cost. */
  async function called(extra: object = {}, name = model) {
    const { done, cost } = await at.alice.spending(() => ask(at.alice, door, name, extra))
    return { status: done.status, pictures: picturesIn(done), cost, text: done.bytes.toString() }
  }

  test('a picture is made, and paid for', async () => {
    vendor.plan('running', 'succeeded')
    expect(await called()).toMatchObject({ status: 200, pictures: [door.picture], cost: PRICE })
  })

  test.each([
    ['failed', 502],
    ['moderated', 400],
  ] as const)('one that is %s is told with %i, and costs nothing', async (end, status) => {
    vendor.plan(end)
    const answer = await called()
    expect([answer.status, answer.pictures, answer.cost]).toEqual([status, [], 0])
    expect(answer.text).toMatch(/"message":"[^"]+"/)
  })

  test('what the vendor rejects makes no task, and costs nothing', async () => {
    const before = (await at.alice.tasks()).length
    const { status, cost } = await called(rejected)
    expect([Math.floor(status / 100), cost, (await at.alice.tasks()).length]).toEqual([4, 0, before])
    vendor.forgive()
  })

  test('of two pictures, the one that was made is told and paid for', async () => {
    vendor.planHalf()
    expect(await called({ n: 2 })).toMatchObject({ status: 200, pictures: [door.picture], cost: PRICE })
  })

  test('one that is not made in time is told so, and paid for when it is made', async () => {
    vendor.plan('running', 'running', 'running', 'succeeded')
    const { status, pictures, cost, text } = await called({}, HASTY + model)
    expect([status, pictures, cost, text.includes('picture_not_ready')]).toEqual([504, [], 0, true])
    const { cost: later } = await at.alice.spending(async () => {
      for (let polls = 0; polls < 6; polls++) await at.poll()
    })
    expect(later).toBe(PRICE)
  })
})

test.each(cases)('$name is not asked to keep to a mask', async ({ name, editor }) => {
  const { done, cost } = await at.alice.spending(() =>
    at.alice.post('/v1/images/edits', { model: editor, prompt: 'A hat', images: [image], mask: image }),
  )
  expect([done.status, cost, at.vendorOf(name).counts().submitted]).toEqual([400, 0, 0])
  expect(done.json).toMatchObject({ error: { code: 'untranslatable', message: expect.stringContaining('mask') } })
})
