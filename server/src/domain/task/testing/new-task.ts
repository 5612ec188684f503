import { ulid } from 'ulid'
import type { NewTask } from '../task.ts'

/** A drawing that a proxy has just taken, with other fields where a test needs them. */
export function newTask(fields: Partial<NewTask> & Pick<NewTask, 'userId'>): NewTask {
  const taskId = fields.taskId ?? ulid()
  return {
    ...{ kind: 'drawing', platform: 'mj', taskId, confirms: false, vendorId: taskId, tokenId: 0, group: 'default' },
    ...{ channelId: 7, keyId: 1, model: 'mj_imagine', action: 'IMAGINE', holdId: ulid(), code: 1, status: 'SUBMITTED', progress: 0 },
    ...{ failReason: '', prompt: 'a cat', result: {}, submitMs: 1, startMs: 0, finishMs: 0, nextPollMs: 0, expiresMs: 9, hook: '' },
    ...fields,
  }
}
