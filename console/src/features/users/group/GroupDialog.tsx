import type { User } from '@waystation/contract/people/user'
import { useId, useState } from 'react'
import { z } from 'zod'
import { useText } from '~/i18n'
import { Button, Dialog, Form, runWork } from '~/ui/kit'
import { UserGroupField } from '../EditUserDrawer.tsx'
import { namesOf } from '../user-bulk.tsx'
import { useUserCalls } from '../user-queries.ts'
import { isClosed, useActionFault } from '../user-rules.ts'
import { countsByGroup } from './group-counts.ts'
import './group-dialog.css'

/** So many at a time: each is a call of its own, and the server writes one after the other anyway. */
const AT_ONCE = 3

const GroupForm = z.object({ group: z.string().min(1) })

interface Selected {
  readonly users: readonly User[]
  /** Ends the selection in the list. */
  readonly clear: () => void
}

/** Opens and closes the dialog in which selected users get another group. */
export function useGroupDialog() {
  const [selected, setSelected] = useState<Selected>()
  return {
    selected,
    open: (users: readonly User[], clear: () => void) => setSelected({ users, clear }),
    close: () => setSelected(undefined),
  }
}

type GroupDialogProps = Pick<ReturnType<typeof useGroupDialog>, 'selected' | 'close'>

/** Gives selected users another group. Says which groups they have now, and who is left out by the ranks. */
export function GroupDialog({ selected, close }: GroupDialogProps) {
  // Each opening is a new form.
  return selected ? <OpenDialog {...selected} close={close} /> : null
}

function OpenDialog({ users, clear, close }: Selected & { readonly close: () => void }) {
  const t = useText()
  const id = useId()
  const fault = useActionFault()
  const move = useMove()
  const changeable = users.filter((user) => fault(user, 'edit') === undefined)
  const elsewhere = (group: string | undefined) => changeable.filter((user) => user.group !== group)
  const save = ({ group }: z.input<typeof GroupForm>) => {
    close()
    clear()
    // It goes on while the person looks at other pages; a bar above the list shows how far it is.
    void move(elsewhere(group), group)
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('user.changeGroupMany', { count: changeable.length })}
      width={452}
      buttons={
        <>
          <Button onClick={close}>{t('action.cancel')}</Button>
          <Button kind="primary" isSubmit form={id}>
            {t('user.changeGroup')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        schema={GroupForm}
        initial={{}}
        check={({ group }) => (elsewhere(group).length === 0 ? { group: t('user.allInGroup') } : {})}
        onSubmit={save}
      >
        <div className="group-dialog-now">
          <span className="field-label">{t('user.groupsNow')}</span>
          <GroupsNow users={changeable} />
        </div>
        <UserGroupField label={t('user.newGroup')} placeholder={t('user.selectGroup')} isRequired />
        {changeable.length < users.length && (
          <div className="group-dialog-left">
            <LeftOut users={users} />
          </div>
        )}
      </Form>
    </Dialog>
  )
}

/** "12 in default, 3 in vip", the largest group first. */
function GroupsNow({ users }: { readonly users: readonly User[] }) {
  const t = useText()
  const parts = countsByGroup(users).map(({ group, count }) => t('user.inGroup', { count, group }))
  return <div>{parts.join(t('user.inGroupsJoin'))}</div>
}

/** Who stays as they are, and why. */
function LeftOut({ users }: { readonly users: readonly User[] }) {
  const t = useText()
  const fault = useActionFault()
  const closed = users.filter(isClosed)
  const superior = users.filter((user) => !isClosed(user) && fault(user, 'edit') !== undefined)
  return (
    <>
      {superior.length > 0 && <div className="field-hint">{t('user.leftOutByRole', { names: namesOf(superior) })}</div>}
      {closed.length > 0 && <div className="field-hint">{t('user.leftOutClosed', { names: namesOf(closed) })}</div>}
    </>
  )
}

/** Changes the group of one user after the other. Undo gives everybody the group back that they had. */
function useMove(): (users: readonly User[], group: string) => Promise<void> {
  const t = useText()
  const { regroupQuietly, refresh } = useUserCalls()
  return async (users, group) => {
    await runWork({
      ...{ name: 'users', label: t('user.changeGroupTo', { group }), items: users, atOnce: AT_ONCE },
      namesOf,
      one: (user) => regroupQuietly(user, group),
      undo: { one: (user) => regroupQuietly(user, user.group), after: refresh },
    })
    await refresh()
  }
}
