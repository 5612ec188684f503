// Requests drawn over the whole of every client dialect, at every target of every vendor: the strict stand-ins refuse nothing that was
// translated, nothing is lost without a name, and the replies are valid for the clients' libraries. `npm run fuzz` draws many more.

import { isWhole } from '@waystation/wire/testing/matrix'
import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

const DIALECTS = 4
const drawsOfEach = isWhole ? 300 : 60

test(`${DIALECTS * drawsOfEach} drawn requests at every target`, async () => {
  const tally = await runFuzz(drawsOfEach, 20_261_125)
  console.log(tally.lines().join('\n'))
  expect(tally.faults).toEqual([])
  expect(tally.valid).toBeGreaterThan(3 * drawsOfEach)
  expect(tally.replies).toBeGreaterThan(1.5 * drawsOfEach)
})
