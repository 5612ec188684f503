import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { HitsInput } from './HitsInput.tsx'

const names = ['relay timeouts', 'relay retries', 'mail']

test('`/` brings the focus, arrows go round the hits, Enter opens the one that is told, Escape clears', async () => {
  const opened: string[] = []
  const { person } = await show(() => {
    const [typed, setTyped] = useState('')
    return (
      <HitsInput
        label="Find a setting"
        value={typed}
        onChange={setTyped}
        hits={names.filter((name) => name.includes(typed)).map((key) => ({ key, content: key }))}
        none="No setting has these words"
        onOpen={(key) => opened.push(key)}
      />
    )
  })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Find a setting', expanded: false })
  await person.keyboard('/')
  expect([document.activeElement, field.value]).toEqual([field, ''])
  await person.type(field, 'relay')
  const told = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect([field.getAttribute('aria-expanded'), told()?.textContent, told()?.getAttribute('aria-selected')]).toEqual([
    ...['true', 'relay timeouts', 'true'],
  ])
  await person.keyboard('{ArrowUp}')
  expect(told()?.textContent).toBe('relay retries')
  await person.keyboard('{Enter}')
  expect(opened).toEqual(['relay retries'])
  await person.type(field, 'x')
  expect([screen.getByRole('status').textContent, told()]).toEqual(['No setting has these words', null])
  await person.keyboard('{Enter}')
  await person.keyboard('{Escape}')
  expect([opened.length, field.value, screen.getByRole('status').textContent]).toEqual([1, '', ''])
})
