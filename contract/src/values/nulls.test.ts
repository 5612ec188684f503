import { expect, test } from 'vitest'
import { z } from 'zod'
import { commaList } from './codec.ts'
import { patchOf, withoutNulls } from './nulls.ts'

const Draft = z.object({
  name: z.string().trim().min(1),
  tag: z.string().max(3).default('none'),
  weight: z.number().int().min(0).default(1),
  models: commaList.default([]),
  groups: commaList.optional(),
})
const Patch = patchOf(Draft, { tag: '', weight: 0, models: '' })
const read = (body: object) => z.safeDecode(Patch, withoutNulls(Patch, body) as never)

test.each([
  [{}, {}],
  [{ weight: 5 }, { weight: 5 }],
  [
    { name: ' a ', models: 'x,y' },
    { name: 'a', models: ['x', 'y'] },
  ],
  [{ unknown: 1, tag: 'abc' }, { tag: 'abc' }],
  [
    { tag: null, weight: null, models: null },
    { tag: '', weight: 0, models: [] },
  ],
  [
    { tag: '', weight: '' },
    { tag: '', weight: 0 },
  ],
  [{ name: null, groups: null }, {}],
])('the change %j is %j and nothing else', (body, wanted) => {
  const { data } = read(body)
  expect(data).toEqual(wanted)
  expect(Object.keys(data ?? {}).sort()).toEqual(Object.keys(wanted).sort())
})

test.each([{ name: ' ' }, { tag: 'long' }, { tag: 5 }, { weight: -1 }, { weight: '5' }, { models: ['x'] }])('%j is refused', (body) => {
  const { error } = read(body)
  expect(error?.issues[0]?.path[0]).toBe(Object.keys(body)[0])
})
