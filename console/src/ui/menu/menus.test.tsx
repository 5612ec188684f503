// Menus and the palette by keyboard.
import { screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { CommandPalette, type PaletteItem } from './CommandPalette.tsx'
import { MenuButton } from './Menu.tsx'
import { PopMenu } from './PopMenu.tsx'

const focus = () => document.activeElement

test('a menu opens and is walked by keyboard, says why something cannot be chosen, and does not do it', async () => {
  const done: string[] = []
  const { person } = await show(() => (
    <MenuButton
      label="More"
      items={[
        { key: 'copy', label: 'Copy', run: () => done.push('copy') },
        { key: 'test', label: 'Test', disabledReason: 'It is off', run: () => done.push('test') },
      ]}
    />
  ))
  const button = screen.getByRole('button', { name: 'More' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  await person.click(button)
  const menu = await screen.findByRole('menu')
  const test = within(menu).getByRole('menuitem', { name: /It is off/ })
  expect(test.getAttribute('aria-disabled')).toBe('true')
  await person.click(test)
  expect(done).toEqual([])
  await person.click(within(menu).getByRole('menuitem', { name: 'Copy' }))
  expect(done).toEqual(['copy'])
})

const popItems = (done: string[]) => ['Profile', 'Language', 'Log out'].map((label) => ({ key: label, label, run: () => done.push(label) }))

test('arrows go round a bar’s menu, Home and End to its ends, Escape back to the button, Enter does what has the focus', async () => {
  const done: string[] = []
  const { person } = await show(() => (
    <PopMenu label="Account" className="" items={popItems(done)}>
      mia
    </PopMenu>
  ))
  const button = screen.getByRole('button', { name: 'Account mia', expanded: false })
  await person.click(button)
  const walk = async (key: string) => {
    await person.keyboard(`{${key}}`)
    return focus()?.textContent
  }
  expect(focus()?.textContent).toBe('Profile')
  expect([await walk('ArrowDown'), await walk('End'), await walk('ArrowDown'), await walk('ArrowUp'), await walk('Home')]).toEqual([
    ...['Language', 'Log out', 'Profile', 'Log out', 'Profile'],
  ])
  await walk('Escape')
  expect([focus(), screen.queryByRole('menu')]).toEqual([button, null])
  await person.click(button)
  await walk('ArrowUp')
  await walk('Enter')
  expect([done, focus(), screen.queryByRole('menu')]).toEqual([['Log out'], button, null])
})

test('a menu of a bar is gone when something else is pressed or tabbed to', async () => {
  const { person } = await show(() => (
    <>
      <PopMenu label="Account" className="" items={popItems([])}>
        mia
      </PopMenu>
      <button type="button">Elsewhere</button>
    </>
  ))
  const button = screen.getByRole('button', { name: 'Account mia' })
  await person.click(button)
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('menu')).toBeNull()
  await person.click(button)
  await person.tab()
  expect(screen.queryByRole('menu')).toBeNull()
})

/** A palette over two channels, of which only those with what is typed are shown. */
function Palette({ onGo }: { readonly onGo: (name: string) => void }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const items = ['bedrock-us', 'bedrock-eu']
    .filter((name) => name.includes(query))
    .map((name): PaletteItem => ({ key: name, icon: null, name, kind: 'Channel', run: () => onGo(name) }))
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Go
      </button>
      {isOpen && (
        <CommandPalette
          title="Go to"
          placeholder="A name"
          query={query}
          onQuery={setQuery}
          groups={items.length === 0 ? [] : [{ key: 'channels', label: 'Channels', items }]}
          note={items.length === 0 ? 'Nothing has this name' : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

async function openPalette() {
  const ran: string[] = []
  const shown = await show(() => <Palette onGo={(name) => ran.push(name)} />)
  await shown.person.click(screen.getByRole('button', { name: 'Go' }))
  const field = await screen.findByRole('combobox', { name: 'A name' })
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { ...shown, ran, field, chosen }
}

test('the palette’s field has the focus and tells which row is chosen; Enter goes there and gives the focus back', async () => {
  const { person, ran, field, chosen } = await openPalette()
  await waitFor(() => expect(focus()).toBe(field))
  expect(chosen()).toContain('bedrock-us')
  await person.keyboard('{ArrowDown}')
  await waitFor(() => expect(chosen()).toContain('bedrock-eu'))
  await person.keyboard('{ArrowDown}')
  await waitFor(() => expect(chosen()).toContain('bedrock-us'))
  await person.type(field, 'eu')
  await waitFor(() => expect(chosen()).toContain('bedrock-eu'))
  await person.keyboard('{Enter}')
  expect([ran, screen.queryByRole('combobox'), focus()?.textContent]).toEqual([['bedrock-eu'], null, 'Go'])
})

test('the palette says that nothing matches, and Enter then does nothing', async () => {
  const { person, ran, field, chosen } = await openPalette()
  await person.type(field, 'nowhere{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Nothing has this name')
  expect([chosen(), ran]).toEqual([undefined, []])
  await person.click(screen.getByRole('button', { name: /^Esc/ }))
  expect(screen.queryByRole('combobox')).toBeNull()
})
