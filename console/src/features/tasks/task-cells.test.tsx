// How long a task took.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { TookTime } from './task-cells.tsx'
import type { TaskRow } from './task-row.ts'

const taken = (tookMs: number | undefined) => ({ tookMs }) as TaskRow

test('a task that took more than a minute is red, others are not', async () => {
  await show(() => (
    <>
      <TookTime row={taken(60_000)} />
      <TookTime row={taken(61_000)} />
      <TookTime row={taken(undefined)} />
    </>
  ))
  const classes = [/^60\.0/, /^61\.0/, /–/].map((told) => screen.getByText(told).className.trim())
  expect(classes).toEqual(['number', 'number tone-red', 'text3'])
})
