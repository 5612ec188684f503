import { expect, test } from 'vitest'
import { readRegions } from './channel-region.ts'

test.each(['us-central1', 'northamerica-northeast1', 'europe-west12', 'global', 'us', 'eu'])('%s is a region', (region) =>
  expect(readRegions(region)).toEqual({ default: region, byModel: {} }),
)

test('models may have regions of their own', () => {
  const map = { default: 'global', 'claude-opus-5': 'us-east5' }
  expect(readRegions(JSON.stringify(map, null, 1))).toEqual({ default: 'global', byModel: map })
})

test.each([
  '',
  'US Central',
  'evil.example/',
  'us-central1.evil.example',
  'us-central1\n',
  '{"claude-opus-5":"us-east5"}',
  '{"default":"evil.example/#"}',
  '{"default":"global","m":1}',
  '{"default":["global"]}',
  '{"default":"global"',
  '["global"]',
])('%j is none', (text) => expect(readRegions(text)).toBeUndefined())
