import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { Banner, type Filter, ImageIcon, Page } from '~/ui/kit'
import { TaskList } from './TaskList.tsx'
import { allDrawingColumns, DRAWING_SPAN, ownDrawingColumns } from './task-columns.tsx'
import { everybodysDrawings, ownDrawings } from './task-queries.ts'

/** Every drawing with its image. Admins see everybody's. */
export default function DrawingLogPage() {
  const t = useText()
  const isAdmin = useIsAdmin()
  return (
    <Page title={t('task.drawingTitle')} subtitle={t('task.drawingSubtitle')} notice={<NoticesAreOff isAdmin={isAdmin} />}>
      <TaskList
        source={isAdmin ? everybodysDrawings : ownDrawings}
        name="drawings"
        columns={isAdmin ? allDrawingColumns : ownDrawingColumns}
        filters={useFilters(isAdmin)}
        initialSpan={DRAWING_SPAN}
        empty={{ icon: <ImageIcon />, title: t('task.emptyDrawings'), text: t('task.emptyDrawingsText') }}
      />
    </Page>
  )
}

/** Tells that callbacks are off: clients that wait for one get none. */
function NoticesAreOff({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useText()
  if (usePublicStatus()?.mj_notify_enabled !== false) return null
  return (
    <Banner
      tone="blue"
      action={
        isAdmin && (
          <Link className="task-settings" to={paths.settings()} search={{ tab: 'operation', card: 'drawing' }}>
            {t('task.notifySettings')}
          </Link>
        )
      }
    >
      {t('task.notifyOff')}
    </Banner>
  )
}

function useFilters(isAdmin: boolean): readonly Filter[] {
  const t = useText()
  return [
    { kind: 'search', name: 'mj_id', label: t('task.id') },
    { kind: 'range', name: 'start_timestamp', nameTo: 'end_timestamp', label: t('task.submitted'), initial: DRAWING_SPAN },
    { kind: 'text', name: 'channel_id', label: t('task.channel'), placeholder: t('task.channelId'), showIf: isAdmin },
  ]
}
