import { groupRatio } from '@waystation/contract/options/pricing'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, EditableTable, PlusIcon, type TableEdits, TextInput } from '~/ui/kit'
import { numberIn } from '~/ui/prices/table-edits'
import { useDesk } from './desk.ts'
import { readMap } from './price-book.ts'
import { textOf, withText } from './price-draft.ts'
import { RemoveGroup } from './RemoveGroup.tsx'
import { SettingText, useProblem } from './SettingText.tsx'
import { groupKeys } from './setting-keys.ts'

const KEY = groupRatio.key
const DEFAULT_GROUP = 'default'

/** By what factor each group pays, and which groups users may choose. */
export function GroupsCard() {
  const t = useText()
  const problem = useProblem(KEY)
  return (
    <section className="settings-card price-card" id="groups" aria-labelledby="groups-title">
      <header>
        <div className="settings-title">
          <h2 id="groups-title">{t('price.groupsTitle')}</h2>
          <p>{t('price.groupsText')}</p>
        </div>
      </header>
      {problem === undefined ? <GroupTable /> : <SettingText name={KEY} />}
      <div className="price-texts">
        {groupKeys
          .filter((key) => key !== KEY)
          .map((key) => (
            <SettingText key={key} name={key} isOpen />
          ))}
      </div>
    </section>
  )
}

function GroupTable() {
  const t = useText()
  const { draft, change } = useDesk()
  const saved = readMap(draft.saved[KEY] ?? '') ?? {}
  const now = readMap(textOf(draft, KEY)) ?? {}
  const names = [...new Set([...Object.keys(saved), ...Object.keys(now)])]
  const faults = draft.groupFaults
  const changed = names.filter((name) => saved[name] !== now[name]).map((name) => [name, { ratio: String(now[name] ?? '') }] as const)
  const edits: TableEdits = { ...Object.fromEntries(changed), ...faults }
  const set = (name: string, value: number | undefined) => {
    const { [name]: _, ...others } = now
    const map = value === undefined ? others : { ...now, [name]: value }
    change((old) => withText(old, KEY, JSON.stringify(map, null, 2)))
  }
  const onEdit = (next: TableEdits) => {
    for (const name of names) {
      const text = next[name]?.ratio
      if (text === edits[name]?.ratio) continue
      const value = numberIn(text ?? String(saved[name] ?? ''))
      const { [name]: _, ...rest } = faults
      const isFault = value === undefined ? name === DEFAULT_GROUP : Number.isNaN(value)
      const groupFaults = isFault && text !== undefined ? { ...rest, [name]: { ratio: text } } : rest
      change((old) => ({ ...old, groupFaults }))
      if (!isFault) set(name, value)
    }
  }
  return (
    <>
      <EditableTable
        label={t('price.groupsTitle')}
        nameTitle={t('price.group')}
        rows={names.map((name) => ({ name }))}
        nameOf={({ name }) => name}
        columns={[{ key: 'ratio', title: t('price.groupRatio'), valueOf: ({ name }) => saved[name] }]}
        edits={edits}
        onEdit={onEdit}
        aside={({ name }) => (
          <RemoveGroup
            name={name}
            others={Object.keys(saved).filter((other) => other !== name && Object.hasOwn(now, other))}
            disabledReason={name === DEFAULT_GROUP ? t('price.defaultGroup') : undefined}
            onRemove={() => set(name, undefined)}
          />
        )}
      />
      <AddGroup names={Object.keys(now)} onAdd={(name) => set(name, 1)} />
    </>
  )
}

function AddGroup({ names, onAdd }: { readonly names: readonly string[]; readonly onAdd: (name: string) => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const error = names.includes(name.trim()) ? t('price.groupTaken') : undefined
  const add = () => {
    if (name.trim() === '' || error !== undefined) return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="price-add-group">
      <TextInput
        label={t('price.newGroup')}
        isLabelUnseen
        placeholder={t('price.newGroup')}
        value={name}
        onChange={setName}
        error={error}
        onEnter={add}
      />
      <Button icon={<PlusIcon />} onClick={add} isDisabled={name.trim() === '' || error !== undefined}>
        {t('price.addGroup')}
      </Button>
    </div>
  )
}
