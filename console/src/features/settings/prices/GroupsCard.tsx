import { listChannels } from '@waystation/contract/api/channels/channel'
import { getGroupUse, moveGroup } from '@waystation/contract/api/money/group'
import { searchUsers } from '@waystation/contract/api/people/user'
import { groupRatio } from '@waystation/contract/options/pricing'
import type { GroupUse } from '@waystation/contract/prices/group'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { Button, Dialog, EditableTable, IconButton, PlusIcon, Select, type TableEdits, TextInput, TrashIcon } from '~/ui/kit'
import { numberIn } from '~/ui/records/table-edits'
import { useDesk } from './desk.ts'
import { groupKeys, readMap } from './price-book.ts'
import { textOf, withText } from './price-draft.ts'
import { SettingText, useProblem } from './SettingText.tsx'

interface RemoveGroupProps {
  readonly name: string
  /** Groups that have a saved ratio, where members may go. */
  readonly others: readonly string[]
  readonly disabledReason: string | undefined
  /** Takes the group out of the draft. */
  readonly onRemove: () => void
}

/** Takes a group away; where users, tokens or channels are in it, asks where they go first. */
function RemoveGroup({ name, others, disabledReason, onRemove }: RemoveGroupProps) {
  const t = useText()
  const [use, setUse] = useState<GroupUse>()
  const count = useCall(getGroupUse)
  const remove = async () => {
    const found = await count.run({ query: { group: name } }).catch(() => undefined)
    if (!found) return
    if (found.users + found.tokens + found.channels === 0) onRemove()
    else setUse(found)
  }
  return (
    <>
      <IconButton
        isSmall
        isDanger
        label={t('price.removeGroup', { name })}
        icon={<TrashIcon />}
        disabledReason={disabledReason}
        onClick={remove}
      />
      {use && <MoveMembers name={name} use={use} others={others} onClose={() => setUse(undefined)} onMoved={onRemove} />}
    </>
  )
}

interface MoveMembersProps extends Pick<RemoveGroupProps, 'name' | 'others'> {
  readonly use: GroupUse
  readonly onClose: () => void
  readonly onMoved: () => void
}

function MoveMembers({ name, use, others, onClose, onMoved }: MoveMembersProps) {
  const t = useText()
  const [to, setTo] = useState(others[0])
  const { run } = useCall(moveGroup, { refreshes: [searchUsers, listChannels], done: 'price.groupMoved' })
  const move = async () => {
    if (to === undefined) return
    const moved = await run({ body: { from: name, to } }).catch(() => undefined)
    if (!moved) return
    onClose()
    onMoved()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('price.moveTitle', { name })}
      width={440}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={move} isDisabled={to === undefined}>
            {t('price.moveGroup')}
          </Button>
        </>
      }
    >
      <div className="price-form">
        <p className="text2">{t('price.moveText', { users: use.users, tokens: use.tokens, channels: use.channels })}</p>
        <Select
          label={t('price.moveTo')}
          value={to}
          choices={others.map((value) => ({ value, label: value }))}
          onChange={setTo}
          isSearchable
        />
      </div>
    </Dialog>
  )
}

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
