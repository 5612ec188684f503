// Requests drawn over the whole of every client dialect, at every face of every vendor: the strict stand-ins refuse nothing that was
// translated, nothing is lost without a name, and the replies are valid for the clients' libraries. `npm run wide` draws many more.
import { expect, test } from 'vitest'
import { runWide } from './run-wide.ts'

test('1,200 drawn requests at every face', async () => {
  const tally = await runWide(300, 20_261_125)
  console.log(tally.lines().join('\n'))
  expect(tally.faults).toEqual([])
  expect(tally.valid).toBeGreaterThan(1000)
  expect(tally.replies).toBeGreaterThan(500)
})
