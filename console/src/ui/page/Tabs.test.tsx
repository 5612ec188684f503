import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { useUrlChoice } from '../url/url-choice.ts'
import { Tabs } from './Tabs.tsx'

test('tabs are walked by keyboard, the open one stands in the address, and what was typed in another is still there', async () => {
  const names = ['setup', 'health', 'log'] as const
  const { person, query } = await show(() => {
    const [tab, setTab] = useUrlChoice('tab', names)
    return (
      <Tabs
        label="Channel"
        value={tab}
        onChange={setTab}
        tabs={names.map((key) => ({ key, label: key, content: <input aria-label={`Note of ${key}`} /> }))}
      />
    )
  })
  const open = () => [screen.getByRole('tab', { selected: true }).textContent, screen.getByRole('tabpanel').getAttribute('aria-labelledby')]
  const idOf = (name: string) => screen.getByRole('tab', { name }).id
  await person.type(screen.getByRole('textbox', { name: 'Note of setup' }), 'mine')
  screen.getByRole('tab', { name: 'setup' }).focus()
  await person.keyboard('{ArrowRight}')
  expect([open(), document.activeElement?.textContent, query()]).toEqual([['health', idOf('health')], 'health', '?tab=health'])
  await person.keyboard('{End}')
  expect([open(), query()]).toEqual([['log', idOf('log')], '?tab=log'])
  await person.keyboard('{ArrowRight}')
  expect([open(), query()]).toEqual([['setup', idOf('setup')], ''])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note of setup' }).value).toBe('mine')
  // Tab leads from the line into the open page, past the tabs that are not open.
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note of setup' }))
})
