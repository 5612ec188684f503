import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { afterEach, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { Cancelled } from './cancelled.ts'
import { confirmAfter, setAsker } from './confirmation.ts'

const failed = (code: 'confirmation_needed' | 'confirm_log_in_again' | 'no_permission') =>
  new CallError({ message: `words of ${code}`, code, status: 403 })

interface Asked {
  readonly purpose: string
  readonly answer: (isConfirmed: boolean) => void
}

/** Dialogs that wait for the test to answer them. */
function openDialogs() {
  const asked: Asked[] = []
  const ask = (purpose: string) => new Promise<boolean>((answer) => asked.push({ purpose, answer }))
  takeBack = setAsker({ confirm: (purpose: ConfirmPurpose) => ask(purpose), logInAgain: ask })
  /** Lets what was begun go as far as it can without an answer. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { asked, settle, purposes: () => asked.map(({ purpose }) => purpose) }
}
let takeBack = () => {}
afterEach(() => takeBack())

test('a call goes on when the user has confirmed, and ends quietly when not', async () => {
  const { asked, settle } = openDialogs()
  const goesOn = confirmAfter(failed('confirmation_needed'), 'ways_in')
  await settle()
  asked[0]?.answer(true)
  await goesOn
  const ends = confirmAfter(failed('confirmation_needed'), 'ways_in')
  await settle()
  asked[1]?.answer(false)
  await expect(ends).rejects.toBeInstanceOf(Cancelled)
})

test('calls that fail at the same time share one dialog', async () => {
  const { asked, settle, purposes } = openDialogs()
  const calls = [1, 2, 3].map(() => confirmAfter(failed('confirmation_needed'), 'secret_options'))
  await settle()
  expect(purposes()).toEqual(['secret_options'])
  asked[0]?.answer(true)
  expect(await Promise.all(calls)).toHaveLength(3)
})

test('another purpose has its own dialog, after the first is closed', async () => {
  const { asked, settle, purposes } = openDialogs()
  const first = confirmAfter(failed('confirmation_needed'), 'secret_options')
  const second = confirmAfter(failed('confirmation_needed'), 'channel_keys')
  await settle()
  expect(purposes()).toEqual(['secret_options'])
  asked[0]?.answer(false)
  await expect(first).rejects.toBeInstanceOf(Cancelled)
  await settle()
  expect(purposes()).toEqual(['secret_options', 'channel_keys'])
  asked[1]?.answer(true)
  await second
})

test('a failure of the question itself is what the call fails with', async () => {
  takeBack = setAsker({ confirm: () => Promise.reject(failed('no_permission')), logInAgain: async () => undefined })
  await expect(confirmAfter(failed('confirmation_needed'), 'ways_in')).rejects.toMatchObject({ code: 'no_permission' })
})

test('where only a new login helps, its words are shown and the call ends quietly', async () => {
  const { asked, settle, purposes } = openDialogs()
  const ends = confirmAfter(failed('confirm_log_in_again'), undefined)
  await settle()
  expect(purposes()).toEqual(['words of confirm_log_in_again'])
  asked[0]?.answer(true)
  await expect(ends).rejects.toBeInstanceOf(Cancelled)
})

test('other failures, and those that nobody can ask about, stay what they are', async () => {
  const plain = failed('confirmation_needed')
  await expect(confirmAfter(plain, 'ways_in')).rejects.toBe(plain)
  const { purposes } = openDialogs()
  await expect(confirmAfter(plain, undefined)).rejects.toBe(plain)
  const other = failed('no_permission')
  await expect(confirmAfter(other, 'ways_in')).rejects.toBe(other)
  expect(purposes()).toEqual([])
})
