import { taskPlatforms } from '@waystation/contract/calls/task-platforms'
import { isTextKey, type Text } from '~/i18n'
import type { Language } from '~/i18n/language'
import { vendorName } from '~/shared/vendor-name'
import { stateOf, submitCodeOf, type TaskRow } from './task-row.ts'

/** What was done; an action without words is named as it is. */
export function actionWords({ action }: Pick<TaskRow, 'action'>, t: Text): string {
  const key = `task.actions.${action}`
  return isTextKey(key) ? t(key) : action
}

/** What became of it so far. */
export function stateWords(row: Pick<TaskRow, 'kind' | 'status'>, t: Text): string {
  const key = `task.states.${stateOf(row).name}`
  return isTextKey(key) ? t(key) : row.status
}

/** What the proxy answered to the submission. */
export function codeWords(code: number, t: Text): string {
  const key = `task.codes.${submitCodeOf(code).name}`
  return isTextKey(key) ? t(key, { code }) : String(code)
}

/** What a file of a task is called. */
export function fileWords(row: TaskRow, title: string, t: Text): string {
  if (title !== '') return title
  return row.prompt === '' ? `${actionWords(row, t)} ${row.taskId}` : row.prompt
}

/** Who makes it; a platform that the list does not have is named as it is. */
export function platformWords({ platform }: Pick<TaskRow, 'platform'>, language: Language): string {
  const known = taskPlatforms.find(({ name }) => name === platform)
  const words = known ? vendorName(known, language) : platform
  return words.charAt(0).toUpperCase() + words.slice(1)
}
