import { parseJson } from '@waystation/wire/encoding/json'
import { musicPlatform, readMusic, readMusicSubmission } from '@waystation/wire/tasks/music'
import type { TaskOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { submissionListener } from './submission-listener.ts'

/** Submissions to proxies that make music. @param action `music` or `lyrics`, in any case */
export function music(action: string): TaskOperation {
  return {
    kind: 'task',
    name: 'music',
    taskKind: 'music',

    read(body, _dialect, address) {
      const size = { textBytes: 0, media: [], maxOutputTokens: 0, choices: 1 }
      const place = address?.place === undefined ? {} : { place: address.place }
      return { model: readMusic(action, body).model, isStream: false, wantsUsageFrame: false, size, ...place }
    },

    formatFor: ({ operations }) => (operations.includes('music') ? { operation: 'music', dialect: 'openai-chat' } : undefined),

    // What a proxy does not take is told with its own words, and another may take it.
    replyListener: () =>
      submissionListener(readMusicSubmission, ({ isTaken, description }) =>
        isTaken ? undefined : { message: description, code: 'upstream_error', status: 500 },
      ),
    promptTexts: ({ body }) => [body.prompt, body.gpt_description_prompt].filter((text) => typeof text === 'string'),
    translateBody: (body) => body,

    taken(call, reply) {
      const submission = readMusicSubmission(parseJson(reply))
      if (!submission) throw garbageFailure('the upstream did not answer a submission')
      const request = readMusic(action, call.body)
      return {
        ...{
          platform: musicPlatform,
          isTaken: true,
          vendorId: submission.id,
          action: request.action,
          code: 1,
          status: 'NOT_START',
          progress: 0,
        },
        ...{ prompt: request.prompt, failReason: '', result: {}, isFree: false },
        answer: (taskId) => ({ code: 'success', message: submission.description, data: taskId }),
      }
    },
  }
}
