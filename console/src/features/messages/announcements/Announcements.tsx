import { getAnnouncement } from '@waystation/contract/api/announcement'
import { announcementState, type StoredAnnouncement } from '@waystation/contract/site/announcement'
import { useText } from '~/i18n'
import { type Action, EditIcon, ListTable, NoticeIcon, StopIcon, TrashIcon, useDrawer } from '~/ui/kit'
import { AnnouncementDrawer } from './AnnouncementDrawer.tsx'
import { announcementCard, announcementColumns, nowSeconds } from './announcement-columns.tsx'
import { announcementList, useAnnouncementCalls } from './announcement-queries.ts'

/** What admins announce to everybody or to users. */
export function Announcements() {
  const t = useText()
  const drawer = useDrawer<StoredAnnouncement>(getAnnouncement)
  const { end, remove } = useAnnouncementCalls()
  const isEnded = (row: StoredAnnouncement) => announcementState(row, nowSeconds()) === 'ended'
  const actions = (row: StoredAnnouncement): readonly Action[] => [
    { label: t('action.edit'), icon: <EditIcon />, run: () => drawer.open(row) },
    ...(isEnded(row)
      ? []
      : [
          {
            label: t('announcement.end'),
            icon: <StopIcon />,
            confirm: { title: t('announcement.confirmEnd', { title: row.title }), text: t('announcement.confirmEndText') },
            run: () => end(row.id),
          },
        ]),
    {
      label: t('action.delete'),
      icon: <TrashIcon />,
      danger: true,
      confirm: { title: t('announcement.confirmDelete', { title: row.title }), text: t('announcement.confirmDeleteText') },
      run: () => remove(row.id),
    },
  ]
  return (
    <>
      <ListTable
        list={announcementList}
        name="announcements"
        columns={announcementColumns}
        isDim={isEnded}
        empty={{ icon: <NoticeIcon />, title: t('announcement.emptyTitle'), text: t('announcement.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('announcement.create')}
        onOpen={drawer.open}
        actions={actions}
        card={announcementCard}
      />
      <AnnouncementDrawer drawer={drawer} />
    </>
  )
}
