import { afterEach, expect, test } from 'vitest'
import { spanOf } from './list/filter/spans.ts'
import { timeText } from './text/TimeText.tsx'
import { isElsewhere, offsetText, showZone } from './time-zone.ts'

afterEach(() => showZone(undefined))

const NOON = Date.UTC(2024, 2, 18, 12, 32, 7)

test('moments are shown by the clock of the site, and in full with its zone', () => {
  const shown = (zone: string) => {
    showZone(zone)
    return [timeText(NOON / 1000, 'clock', 'en'), timeText(NOON / 1000, 'date', 'en'), offsetText(NOON)]
  }
  expect(shown('Asia/Shanghai')).toEqual(['20:32:07', '2024-03-18', 'UTC+8'])
  expect(shown('Pacific/Auckland')).toEqual(['01:32:07', '2024-03-19', 'UTC+13'])
  expect(shown('America/St_Johns')).toEqual(['10:02:07', '2024-03-18', 'UTC-2:30'])
  expect(shown('UTC')).toEqual(['12:32:07', '2024-03-18', 'UTC'])
})

test('a zone is said where the clock of the reader shows something else', () => {
  const own = -new Date(NOON).getTimezoneOffset() / 60
  showZone(own === 8 ? 'Asia/Tokyo' : 'Asia/Shanghai')
  expect([isElsewhere(NOON), timeText(NOON / 1000, 'full', 'en')]).toEqual([true, expect.stringMatching(/ UTC\+[89]$/)])
  showZone(undefined)
  expect([isElsewhere(NOON), timeText(NOON / 1000, 'full', 'en')]).toEqual([false, expect.not.stringContaining('UTC')])
})

test('days of filters begin at midnight of the site', () => {
  showZone('Asia/Shanghai')
  expect(spanOf('today', NOON)).toEqual({ from: Date.UTC(2024, 2, 17, 16) / 1000 })
  expect(spanOf('yesterday', NOON)).toEqual({ from: Date.UTC(2024, 2, 16, 16) / 1000, to: Date.UTC(2024, 2, 17, 16) / 1000 - 1 })
  // A clock was changed within these days.
  showZone('Europe/Berlin')
  expect(spanOf('7d', Date.UTC(2024, 3, 3, 12))).toEqual({ from: Date.UTC(2024, 2, 27, 23) / 1000 })
})
