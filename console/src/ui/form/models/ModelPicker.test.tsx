// The checklist of models: by maker, whole families at a press, searched and narrowed, and nothing taken before it is applied.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { say, show } from '../../../../testing/show.tsx'
import { ModelPicker, type ModelPickerProps } from './ModelPicker.tsx'

const names = ['gpt-5', 'claude-a', 'my-own', 'gpt-5-mini', 'claude-b', 'gpt-4o', 'kimi']
const makers = { gpt: 'OpenAI', claude: 'Anthropic', kimi: 'Moonshot' }
const makerOf = (name: string) => Object.entries(makers).find(([start]) => name.startsWith(start))?.[1] ?? ''

/** @returns what was taken, too */
async function showChecklist(props: Partial<ModelPickerProps> = {}) {
  const taken: (readonly string[])[] = []
  const { person } = await show(() => (
    <ModelPicker
      names={names}
      offered={[]}
      before={[]}
      chosen={['gpt-4o']}
      makerOf={makerOf}
      onChange={(chosen) => taken.push(chosen)}
      onClose={() => undefined}
      {...props}
    />
  ))
  const dialog = within(screen.getByRole('dialog'))
  const apply = () => person.click(dialog.getByRole('button', { name: say('kit.modelsTake') }))
  return { person, dialog, taken, apply, family: (maker: string) => familyIn(dialog, maker) }
}

/** A family as it is read aloud. */
function familyIn(dialog: ReturnType<typeof within<typeof import('@testing-library/dom').queries>>, maker: string) {
  const group = within(dialog.getByRole('group', { name: maker }))
  const box = () => group.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${maker} `) })
  return {
    box,
    says: () => box().closest('label')?.textContent,
    state: () => (box().indeterminate ? 'partly' : box().checked ? 'on' : 'off'),
    names: () => group.getAllByRole('listitem').map((one) => one.textContent),
  }
}

const makersIn = (dialog: Awaited<ReturnType<typeof showChecklist>>['dialog']) =>
  dialog
    .queryAllByRole('group')
    .map((one) => one.getAttribute('aria-label'))
    .filter((label) => label !== null)

test('models stand by their maker, the largest family first and those of nobody last', async () => {
  const { dialog, family } = await showChecklist()
  expect(makersIn(dialog)).toEqual(['OpenAI', 'Anthropic', 'Moonshot', say('kit.modelsOther')])
  expect(family('OpenAI').names()).toEqual(['gpt-4o', 'gpt-5', 'gpt-5-mini'])
  expect(family(say('kit.modelsOther')).names()).toEqual(['my-own'])
})

test('the box of a family tells how much of it is ticked, and ticks or clears it whole, by keys too', async () => {
  const { person, dialog, family, taken, apply } = await showChecklist()
  const openai = family('OpenAI')
  expect([openai.says(), openai.state()]).toEqual(['OpenAI 1/3', 'partly'])
  await person.click(openai.box())
  expect([openai.says(), openai.state()]).toEqual(['OpenAI 3/3', 'on'])
  await person.click(dialog.getByRole('checkbox', { name: 'gpt-5' }))
  expect([openai.says(), openai.state()]).toEqual(['OpenAI 2/3', 'partly'])

  const anthropic = family('Anthropic')
  expect(anthropic.state()).toBe('off')
  anthropic.box().focus()
  await person.keyboard(' ')
  expect(anthropic.says()).toBe('Anthropic 2/2')
  await person.keyboard(' ')
  expect([anthropic.says(), anthropic.state()]).toEqual(['Anthropic 0/2', 'off'])

  expect(taken).toEqual([])
  await apply()
  expect(taken).toEqual([['gpt-4o', 'gpt-5-mini']])
})

test('a search narrows the families, and a box ticks only what is seen of its family', async () => {
  const { person, dialog, family, taken, apply } = await showChecklist({ chosen: [] })
  const rows = dialog.getByRole('group', { name: 'OpenAI' }).parentElement
  rows?.scrollTo({ top: 50 })
  await person.click(dialog.getByRole('checkbox', { name: 'kimi' }))
  expect(rows?.scrollTop).toBe(50)
  await person.click(dialog.getByRole('checkbox', { name: 'kimi' }))
  await person.type(dialog.getByRole('searchbox'), 'm')
  expect(rows?.scrollTop).toBe(0)
  expect(makersIn(dialog)).toEqual(['Moonshot', 'OpenAI', say('kit.modelsOther')])
  expect(family('OpenAI').says()).toBe('OpenAI 0/1')
  await person.click(family('OpenAI').box())
  await person.clear(dialog.getByRole('searchbox'))
  expect(family('OpenAI').says()).toBe('OpenAI 1/3')
  await apply()
  expect(taken).toEqual([['gpt-5-mini']])
})

test('what is new at the upstream stands by maker, and models of one maker without a heading', async () => {
  const { person, dialog, family } = await showChecklist({
    offered: ['gpt-4o', 'gpt-5', 'claude-a'],
    before: ['gpt-4o', 'kimi'],
    chosen: ['gpt-4o', 'kimi'],
  })
  expect(makersIn(dialog)).toEqual(['Anthropic', 'OpenAI'])
  expect(family('OpenAI').names()).toEqual([`gpt-5${say('kit.modelsState.new')}`])
  await person.click(dialog.getByRole('radio', { name: say('kit.modelsOf.gone', { count: 1 }) }))
  expect(makersIn(dialog)).toEqual([])
  const list = dialog.getByRole('list', { name: say('kit.modelsPick') })
  expect(within(list).getByRole<HTMLInputElement>('checkbox', { name: /^kimi/ }).checked).toBe(true)
})

test('where no makers are told, all stand in one list', async () => {
  const { dialog } = await showChecklist({ makerOf: undefined })
  expect(makersIn(dialog)).toEqual([])
  expect(within(dialog.getByRole('list', { name: say('kit.modelsPick') })).getAllByRole('listitem')).toHaveLength(names.length)
})
