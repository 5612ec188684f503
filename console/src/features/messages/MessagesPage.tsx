import { useText } from '~/i18n'
import { Page, Segmented, useUrlState } from '~/ui/kit'
import { Announcements } from './announcements/Announcements.tsx'
import { SentMessages } from './SentMessages.tsx'

/** What admins tell users: messages to inboxes, and announcements above pages. */
export default function MessagesPage() {
  const t = useText()
  const { params, change } = useUrlState()
  const shown = params.show === 'announcements' ? 'announcements' : 'messages'
  const show = (next: typeof shown) => {
    // Page and filters belong to the list that is left.
    const cleared = Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))
    change({ ...cleared, show: next === 'messages' ? undefined : next })
  }
  return (
    <Page
      title={t('message.title')}
      actions={
        <Segmented
          label={t('message.title')}
          value={shown}
          onChange={show}
          choices={[
            { value: 'messages', label: t('message.messages') },
            { value: 'announcements', label: t('announcement.title') },
          ]}
        />
      }
    >
      {shown === 'messages' ? <SentMessages /> : <Announcements />}
    </Page>
  )
}
