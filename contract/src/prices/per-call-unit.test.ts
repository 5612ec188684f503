import { expect, test } from 'vitest'
import { traitsOf } from '../models/traits.ts'
import { perCallUnit } from './per-call-unit.ts'

test.each([
  ['grok-imagine-video', { price_unit: 'second', film_price: { resolution: '480p', factors: { '720p': 1.4 } } }],
  ['sora-2', { price_unit: 'second' }],
  ['cogvideox-3', { price_unit: 'video' }],
  ['gpt-image-1', { price_unit: 'image' }],
  ['suno_music', {}],
  ['mj_imagine', {}],
  ['gpt-5', {}],
])('a price per call of %s is for %j', (model, unit) => {
  expect(perCallUnit(model, traitsOf(model))).toEqual(unit)
})
