// Lines of a statement say each thing once.
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { say, show } from '../../../../testing/show.tsx'
import { CauseRows } from './CauseRows.tsx'
import type { CauseData, EntryData } from './statement-data.ts'

const rules = { language: 'en', zone: 'UTC' } as const
/** 25 November 2026, 08:00 in UTC. */
const MORNING = 1_795_593_600
const entry = (more: Partial<EntryData>): EntryData => ({
  ...{ at: MORNING, kind: 'check-in', ref: 'check-in:7:20782', in: 1000, out: 0, method: '', note: '', actor: '' },
  ...more,
})
const nothing = { entries: 0, in: 0, out: 0 }

function heads(cause: CauseData, hasAllRefs = false) {
  return show(() => (
    <table>
      <tbody>
        <CauseRows cause={cause} rules={rules} isUnfolded onToggle={() => undefined} hasAllRefs={hasAllRefs} />
      </tbody>
    </table>
  ))
}
const said = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())
const checkIns = say('statement.causes.check_in')

test('a single check-in is told by its cause and its time', async () => {
  await heads({ cause: 'check_in', entries: 1, in: 1000, out: 0, listed: [entry({})], unlisted: nothing })
  expect(said()).toEqual([`${checkIns} Nov 25, 08:00`])
})

test('several have their times below the cause', async () => {
  const later = entry({ at: MORNING + 86_400, ref: 'check-in:7:20783' })
  await heads({ cause: 'check_in', entries: 2, in: 2000, out: 0, listed: [entry({}), later], unlisted: nothing })
  expect(said()).toEqual([checkIns, 'Nov 25, 08:00', 'Nov 26, 08:00'])
})

test('a single code has its name beside its time', async () => {
  const code = entry({ kind: 'redeem', ref: 'redeem:3:7', note: 'Spring' })
  await heads({ cause: 'code', entries: 1, in: 1000, out: 0, listed: [code], unlisted: nothing })
  expect(said()).toEqual([`${say('statement.causes.code')} Spring · Nov 25, 08:00`])
})

test('a ref of an order or a code is for everybody, others are for admins', async () => {
  const one = (cause: CauseData['cause'], kind: string, ref: string): CauseData => ({
    ...{ cause, entries: 1, in: 1000, out: 0, unlisted: nothing },
    listed: [entry({ kind, ref })],
  })
  await heads(one('code', 'redeem', 'redeem:3:7'))
  screen.getByText('redeem:3:7')
  cleanup()
  const gift = one('grant', 'grant', 'grant:register:7')
  await heads(gift)
  expect(screen.queryByText('grant:register:7')).toBeNull()
  cleanup()
  await heads(gift, true)
  screen.getByText('grant:register:7')
})
