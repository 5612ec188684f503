import { describe, expect, test } from 'vitest'
import { type FilmOrder, filmUsage, measuredFilm } from './film-price.ts'

const order: FilmOrder = { seconds: 5, resolution: '720p', isSilent: false, isGiven: false }
const bySecond = (model: string) => ({ model, kind: 'per-call' }) as const
const byToken = (model: string) => ({ model, kind: 'per-token' }) as const

describe('a price for a second', () => {
  test.each([
    ['grok-imagine-video', '480p', '1'],
    ['grok-imagine-video', '720p', '1.4'],
    ['grok-imagine-video-1.5', '720p', '1.75'],
    ['grok-imagine-video-1.5', '1080p', '3.125'],
    ['veo-3.1-generate-001', '1080p', '1'],
    ['veo-3.1-generate-preview', '4k', '1.5'],
    ['veo-3.1-fast-generate-001', '1080p', '1.2'],
    ['veo-3.1-fast-generate-preview', '4k', '3'],
    ['veo-3.1-lite-generate-001', '1080p', '1.6'],
    ['MiniMax-H3', '2k', '1.625'],
    ['wan2.5-t2v-preview', '480p', '0.5'],
    ['wan2.5-i2v-preview', '1080p', '1.666666666667'],
    ['kling-v3', '1080p', '1'],
  ])('%s at %s has the factor %s', (model, resolution, unitFactor) => {
    expect(measuredFilm({ ...order, resolution }, bySecond(model))).toEqual({ unit: 'filmSeconds', amount: 5, most: 5, unitFactor })
  })

  test('is for what was made, where the vendor says that: a part of a second is a whole one', () => {
    const made = { seconds: 6.04, resolution: '480p' }
    expect(filmUsage(order, made, bySecond('grok-imagine-video'))).toMatchObject({ filmSeconds: 7, unitFactor: '1', calls: 1 })
    expect(filmUsage(order, {}, bySecond('grok-imagine-video'))).toMatchObject({ filmSeconds: 5, unitFactor: '1.4' })
  })
})

describe('a second of a film that is given', () => {
  const given = { ...order, isGiven: true }
  const factorOf = (more: Partial<FilmOrder>) => measuredFilm({ ...given, ...more }, bySecond('grok-imagine-video')).unitFactor

  test.each([
    [{}, '1.6'],
    [{ resolution: '480p' }, '1.2'],
    [{ resolution: '480p', seconds: 4, givenSeconds: 10 }, '1.5'],
    [{ resolution: '480p', seconds: 6, givenSeconds: 8 }, '1.266666666667'],
  ])('is in the factor: %j gives %s', (more, factor) => expect(factorOf(more)).toBe(factor))

  test('costs nothing where it has no price', () => {
    expect(measuredFilm(given, bySecond('sora-2')).unitFactor).toBe('1')
  })

  test('is not charged as one that was made, where an extension is told with what it was added to', () => {
    const extension = { ...given, resolution: '480p', seconds: 6, givenSeconds: 8, isExtension: true } as const
    expect(filmUsage(extension, { seconds: 14 }, bySecond('grok-imagine-video'))).toMatchObject({ filmSeconds: 6 })
  })
})

test('a film that is sold whole costs the same however long it is', () => {
  expect(filmUsage({ ...order, seconds: 10 }, {}, bySecond('cogvideox-3'))).toMatchObject({ films: 1, unitFactor: '1' })
})

describe('a price by tokens', () => {
  const seedance = 'doubao-seedance-2-0-260128'
  test.each([
    [seedance, {}, undefined],
    [seedance, { resolution: '1080p' }, ['film:1080p']],
    [seedance, { isGiven: true }, ['film:given']],
    [seedance, { isGiven: true, resolution: '1080p' }, ['film:given:1080p']],
    ['doubao-seedance-2-0-fast-260128', { isGiven: true, resolution: '720p' }, ['film:given']],
    ['doubao-seedance-1-0-pro-250528', { resolution: '1080p' }, undefined],
  ])('of %s with %j has the tiers %j', (model, change, tiers) => {
    expect(measuredFilm({ ...order, ...change }, byToken(model)).tiers).toEqual(tiers)
    expect(filmUsage({ ...order, ...change }, { tokens: 1000 }, byToken(model)).tiers).toEqual(tiers)
  })

  test('is for the tokens that the vendor counts, and held for no fewer', () => {
    // 1280 × 720 dots, 5 seconds of 24 frames and one more.
    const counted = Math.floor((1280 * 720 * 121) / 1024)
    expect(filmUsage(order, { tokens: counted }, byToken(seedance))).toMatchObject({ output: counted, films: 1 })
    const { asTokens } = measuredFilm(order, byToken(seedance))
    expect(asTokens?.count).toBeGreaterThanOrEqual(counted)
    expect(filmUsage(order, {}, byToken(seedance)).output).toBe(asTokens?.count)
  })
})
