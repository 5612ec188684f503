// Buttons whose work takes time.
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { Button } from './Button.tsx'
import { CountdownButton } from './CountdownButton.tsx'

test('a button is busy until its work is done, does it once meanwhile, and can be pressed again after a failure', async () => {
  let count = 0
  let end = (_how?: Error) => {}
  const work = () =>
    new Promise<void>((resolve, reject) => {
      count += 1
      end = (how) => (how ? reject(how) : resolve())
    })
  const { person } = await show(() => <Button onClick={work}>Test it</Button>)
  const button = screen.getByRole('button', { name: /Test it/ })
  await person.click(button)
  await person.click(button)
  expect(count).toBe(1)
  await act(async () => end(new Error('busy')))
  await person.click(button)
  expect(count).toBe(2)
  await act(async () => end())
})

test('what cannot be pressed says why and does nothing', async () => {
  let count = 0
  const { person } = await show(() => (
    <Button onClick={() => (count += 1)} disabledReason="Nothing has changed">
      Save
    </Button>
  ))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await person.click(button)
  expect([button.disabled, button.title, count]).toEqual([true, 'Nothing has changed', 0])
})

test('a code can be sent again after the countdown; one that could not be sent starts none', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isDown = true
  const send = () => (isDown ? Promise.reject(new Error('busy')) : Promise.resolve())
  const { person } = await show(() => (
    <CountdownButton label="Send code" waiting={(seconds) => `Again in ${seconds} s`} seconds={30} onClick={send} />
  ))
  const button = () => screen.getByRole<HTMLButtonElement>('button')
  await person.click(button())
  expect([button().disabled, screen.getByRole('button', { name: 'Send code' })]).toEqual([false, button()])
  isDown = false
  await person.click(button())
  await screen.findByRole('button', { name: 'Again in 30 s' })
  expect(button().disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(button().disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect([button().disabled, screen.getByRole('button', { name: 'Send code' })]).toEqual([false, button()])
})
