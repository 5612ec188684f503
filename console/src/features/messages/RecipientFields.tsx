import { listGroups } from '@waystation/contract/api/channels/catalog'
import { listMessageCandidates } from '@waystation/contract/api/people/message'
import type { MessageCandidate } from '@waystation/contract/people/message'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { type Chosen, FormSection, numberText, Picker, Segmented, SelectField, useField } from '~/ui/kit'
import { candidateList } from './message-queries.ts'

type Way = 'picked' | 'group' | 'everyone'

/** To whom: users picked one by one, a group, or everyone. */
export function RecipientFields({ initial }: { readonly initial: readonly MessageCandidate[] }) {
  const t = useText()
  const everyone = useField<boolean>({ name: 'everyone', label: t('message.to') })
  const group = useField<string>({ name: 'group', label: t('message.group') })
  const ids = useField<readonly number[]>({ name: 'user_ids', label: t('message.recipients') })
  const [way, setWay] = useState<Way>('picked')
  const [picked, setPicked] = useState<Chosen<MessageCandidate>>(() => new Map(initial.map((user) => [user.id, user])))
  const send = (rows: Chosen<MessageCandidate>) => ids.set([...rows.values()].map(({ id }) => id))
  const go = (next: Way) => {
    setWay(next)
    everyone.set(next === 'everyone')
    group.set('')
    send(next === 'picked' ? picked : new Map())
  }
  return (
    <FormSection
      title={t('message.recipients')}
      columns={1}
      aside={
        <Segmented
          label={t('message.to')}
          value={way}
          onChange={go}
          choices={[
            { value: 'picked', label: t('message.toPicked') },
            { value: 'group', label: t('message.toGroup') },
            { value: 'everyone', label: t('message.toEveryone') },
          ]}
        />
      }
    >
      {way === 'everyone' && <ReceiverCount group="" />}
      {way === 'group' && <GroupRecipients group={group.value} error={ids.error} />}
      {way === 'picked' && (
        <PickedRecipients
          picked={picked}
          error={ids.error}
          onChange={(change) => {
            const next = change(picked)
            setPicked(next)
            send(next)
          }}
        />
      )}
    </FormSection>
  )
}

interface PickedRecipientsProps {
  readonly picked: Chosen<MessageCandidate>
  readonly error: string | undefined
  readonly onChange: (change: (old: Chosen<MessageCandidate>) => Chosen<MessageCandidate>) => void
}

function PickedRecipients(props: PickedRecipientsProps) {
  const t = useText()
  return (
    <Picker
      {...props}
      label={t('message.toPicked')}
      isRequired
      list={candidateList}
      searchName="keyword"
      searchLabel={t('message.searchUsers')}
      columns={[
        { title: t('message.id'), cell: ({ id }) => <span className="text3">#{id}</span>, isMinor: true },
        { title: t('message.username'), cell: ({ username }) => username },
        { title: t('message.displayName'), cell: ({ display_name }) => display_name },
      ]}
      nameOf={({ username }) => username}
      idOf={({ id }) => id}
    />
  )
}

function GroupRecipients({ group, error }: { readonly group: string; readonly error: string | undefined }) {
  const t = useText()
  const groups = useData(listGroups)
  return (
    <>
      <SelectField
        name="group"
        label={t('message.group')}
        isRequired
        isSearchable
        isLoading={groups.isLoading}
        choices={[
          { value: '', label: t('message.groupPlaceholder') },
          ...(groups.data ?? []).map((name) => ({ value: name, label: name })),
        ]}
      />
      {group !== '' ? (
        <ReceiverCount group={group} />
      ) : (
        error !== undefined && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )
      )}
    </>
  )
}

/** How many would receive it. */
function ReceiverCount({ group }: { readonly group: string }) {
  const t = useText()
  const language = useLanguage()
  const { data } = useData(listMessageCandidates, { query: { group, page_size: 1 } })
  const count = data ? numberText(data.total, language) : '…'
  return <p className="message-receivers">{group === '' ? t('message.everyoneCount', { count }) : t('message.groupCount', { count })}</p>
}
