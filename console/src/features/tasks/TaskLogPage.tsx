import { taskActions, taskStates } from '@waystation/contract/calls/task'
import { taskPlatforms } from '@waystation/contract/calls/task-platforms'
import { useLanguage, useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { type Filter, Page, TasksIcon } from '~/ui/kit'
import { TaskList } from './TaskList.tsx'
import { allTaskColumns, ownTaskColumns, TASK_SPAN } from './task-columns.tsx'
import { everybodysTasks, ownTasks } from './task-queries.ts'
import { actionWords, platformWords, stateWords } from './task-words.ts'

/** Every piece of music, every film and every batch, to listen to and to watch. Admins see everybody's. */
export default function TaskLogPage() {
  const t = useText()
  const isAdmin = useIsAdmin()
  return (
    <Page title={t('task.taskTitle')} subtitle={t('task.taskSubtitle')}>
      <TaskList
        source={isAdmin ? everybodysTasks : ownTasks}
        name="tasks"
        columns={isAdmin ? allTaskColumns : ownTaskColumns}
        filters={useFilters(isAdmin)}
        initialSpan={TASK_SPAN}
        empty={{ icon: <TasksIcon />, title: t('task.emptyTasks'), text: t('task.emptyTasksText') }}
      />
    </Page>
  )
}

/** States that the server can be asked for by name. */
const states = Object.keys(taskStates).filter((status) => status !== '')

function useFilters(isAdmin: boolean): readonly Filter[] {
  const t = useText()
  const language = useLanguage()
  return [
    { kind: 'search', name: 'task_id', label: t('task.id') },
    { kind: 'range', name: 'start_timestamp', nameTo: 'end_timestamp', label: t('task.submitted'), initial: TASK_SPAN },
    {
      kind: 'select',
      name: 'status',
      label: t('task.state'),
      allLabel: t('task.allStates'),
      choices: states.map((status) => ({ value: status, label: `${stateWords({ kind: 'task', status }, t)}` })),
    },
    {
      kind: 'select',
      name: 'action',
      label: t('task.action'),
      allLabel: t('task.allActions'),
      choices: taskActions.map((action) => ({ value: action, label: actionWords({ action }, t) })),
    },
    {
      kind: 'select',
      name: 'platform',
      label: t('task.platform'),
      allLabel: t('task.allPlatforms'),
      choices: taskPlatforms.map(({ name }) => ({ value: name, label: platformWords({ platform: name }, language) })),
    },
    { kind: 'text', name: 'channel_id', label: t('task.channel'), placeholder: t('task.channelId'), showIf: isAdmin },
  ]
}
