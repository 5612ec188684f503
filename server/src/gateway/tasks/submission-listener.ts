import { noTokens } from '@waystation/wire/chat/reply/usage'
import { type Json, parseJson } from '@waystation/wire/encoding/json'
import type { TaskSubmission } from '@waystation/wire/tasks/task-reading'
import type { FrameReading, ReplyListener } from '../reply.ts'

/** Reads the answer to a submission. @param refused an answer for which another channel is tried */
export function submissionListener(
  read: (body: Json | undefined) => TaskSubmission | undefined,
  refused: (submission: TaskSubmission) => FrameReading['error'] = () => undefined,
): ReplyListener {
  let isComplete = false
  return {
    push({ data }) {
      const submission = data === undefined ? undefined : read(parseJson(data))
      const error = submission && refused(submission)
      isComplete = submission !== undefined && !error
      const usage = submission?.isTaken ? { usage: { ...noTokens, raw: null } } : {}
      return { text: '', isProduce: submission?.isTaken === true, ...usage, ...(error ? { error } : {}) }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}
