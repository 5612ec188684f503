// Copying, where the browser lets us and where it does not.
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { CopyButton } from './CopyButton.tsx'
import { CopyField } from './CopyField.tsx'
import { KeyText } from './KeyText.tsx'

const clipboard = () => navigator.clipboard.readText()

/** As on a page without TLS: neither way to the clipboard is open. */
function forbidCopying(): void {
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'))
  onTestFinished(() => refused.mockRestore())
}

test('a button copies and says so', async () => {
  const { person } = await show(() => <CopyButton value="sk-123" hasWords />)
  await person.click(screen.getByRole('button', { name: say('action.copy') }))
  await screen.findByRole('button', { name: say('action.copied') })
  expect(await clipboard()).toBe('sk-123')
})

test('where copying is forbidden the text is shown to be copied by hand, and nothing claims to be copied', async () => {
  const { person } = await show(() => <CopyButton value="sk-123" hasWords />)
  forbidCopying()
  await person.click(screen.getByRole('button', { name: say('action.copy') }))
  await screen.findByRole('dialog', { name: say('copy.failedTitle') })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: say('action.copy') }).value).toBe('sk-123')
  expect(screen.queryByText(say('action.copied'))).toBeNull()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: say('action.copy') })))
})

test('where copying is forbidden a value to take along is selected', async () => {
  const { person } = await show(() => <CopyField value="sk-456" label="Copy the code" />)
  forbidCopying()
  await person.click(screen.getByRole('button', { name: 'Copy the code' }))
  await waitFor(() => expect(getSelection()?.toString()).toBe('sk-456'))
})

test('a key is fetched only when somebody looks at it or copies it, and a failure closes its panel', async () => {
  let fetched = 0
  let isRefused = false
  const reveal = () => {
    fetched += 1
    return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve('sk-abcdefghijklmnopqrstuvwxyz')
  }
  const { person } = await show(() => <KeyText value="sk-abc**********xyz" reveal={reveal} />)
  const look = () => screen.getByRole('button', { name: /sk-abc…/ })
  expect([fetched, look().textContent]).toEqual([0, `${say('action.showKey')} sk-abc…*xyz`])
  await person.click(screen.getByRole('button', { name: say('action.copyKey') }))
  await screen.findByRole('button', { name: say('action.copied') })
  expect([fetched, await clipboard()]).toEqual([1, 'sk-abcdefghijklmnopqrstuvwxyz'])
  await person.click(look())
  await screen.findByText('sk-abcdefghijklmnopqrstuvwxyz')
  await person.keyboard('{Escape}')
  isRefused = true
  await person.click(look())
  await waitFor(() => expect([fetched, screen.queryByRole('dialog')]).toEqual([3, null]))
})
