import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costOf, dollarText, hundredths, sampleAttempts, sampleLines, sampleModel } from './sample-call.ts'

test('the sample adds up to the digit, as it is printed', () => {
  const printed = sampleLines.map((line) => dollarText(costOf(line)))
  expect(printed).toEqual(['$0.003010', '$0.004600', '$0.009630'])
  const sum = dollarText(sampleLines.reduce((all, line) => all + costOf(line), 0))
  const inMicros = (text: string) => Number(text.replace(/\D/g, ''))
  expect(inMicros(sum)).toBe(printed.reduce((all, text) => all + inMicros(text), 0))
  expect(sum).toBe('$0.017240')
})

test('the sum is a whole number of quota units, so that it could have been charged', () => {
  const hundredMillionthsPerUnit = 1e8 / 500_000
  expect(sampleLines.reduce((all, line) => all + costOf(line), 0) % hundredMillionthsPerUnit).toBe(0)
})

test('its prices are those the product ships with', () => {
  const seed = JSON.parse(readFileSync(new URL('../../../../server/src/domain/pricing/price-seed.json', import.meta.url), 'utf8'))
  const { ratio, completion, cache } = seed[sampleModel]
  const cents = Object.fromEntries(sampleLines.map((line) => [line.bucket, line.centsPerMillion]))
  expect(cents).toEqual({ input: ratio * 200, cached: ratio * 200 * cache, output: ratio * 200 * completion })
})

test('one attempt fails and the last one answers', () => {
  expect(sampleAttempts.map(({ status }) => status)).toEqual([503, 200])
})

test('amounts that six places cannot hold are refused', () => {
  expect(() => dollarText(1)).toThrow(RangeError)
  expect(dollarText(123_456_789_00)).toBe('$123.456789')
  expect(hundredths(5)).toBe('0.05')
})
