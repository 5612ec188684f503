import { listChannels } from '@waystation/contract/api/channel'
import { getGroupUse, moveGroup } from '@waystation/contract/api/group'
import { listUsers } from '@waystation/contract/api/user'
import type { GroupUse } from '@waystation/contract/group'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { Button, Dialog, IconButton, Select, TrashIcon } from '~/ui/kit'

export interface RemoveGroupProps {
  readonly name: string
  /** Groups that have a saved ratio, where members may go. */
  readonly others: readonly string[]
  readonly disabledReason: string | undefined
  /** Takes the group out of the draft. */
  readonly onRemove: () => void
}

/** Takes a group away; where users, tokens or channels are in it, asks where they go first. */
export function RemoveGroup({ name, others, disabledReason, onRemove }: RemoveGroupProps) {
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
  const { run } = useCall(moveGroup, { refreshes: [listUsers, listChannels], done: 'price.groupMoved' })
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
