import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { drawingCode, readDrawingSubmission } from '@waystation/wire/tasks/drawing-reply'
import { type DrawingRequest, opensWindow, readDrawing } from '@waystation/wire/tasks/drawing-request'
import type { TaskSubmission } from '@waystation/wire/tasks/task-reading'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { FrameReading } from '../../reply.ts'
import type { Call, TaskOperation } from '../../types.ts'
import { garbageFailure } from '../../upstream/failures.ts'
import { submissionListener } from '../submission-listener.ts'
import type { TakenTask } from '../taken-task.ts'

/** Submissions to drawing proxies. @param place the end of the address, such as `submit/imagine` */
export function drawing(place: string): TaskOperation {
  return {
    kind: 'task',
    name: 'drawing',
    taskKind: 'drawing',

    read(body, _dialect, address) {
      const { model } = readDrawing(place, body)
      const size = { textBytes: 0, media: [], maxOutputTokens: 0, choices: 1 }
      return { model, isStream: false, wantsUsageFrame: false, size, ...(address?.place ? { place: address.place } : {}) }
    },

    formatFor: ({ operations }) => (operations.includes('drawing') ? { operation: 'drawing', dialect: 'openai-chat' } : undefined),
    // A proxy says the same where it has no account and where the drawing is gone that a call goes on from.
    replyListener: (_format, _options, { extension }) =>
      submissionListener(readDrawingSubmission, extension?.task?.parent ? undefined : otherChannelMayTake),
    promptTexts: ({ body }) => (typeof body.prompt === 'string' ? [body.prompt] : []),
    translateBody: (body) => body,

    taken(call, reply) {
      const submission = readDrawingSubmission(parseJson(reply))
      if (!submission) throw garbageFailure('the upstream did not answer a submission')
      return takenDrawing(call, readDrawing(place, call.body), submission, parseJson(reply))
    },
  }
}

/** A proxy without an account, or with a full queue, takes nothing; another may. */
function otherChannelMayTake({ code, description }: TaskSubmission): FrameReading['error'] {
  const words = { message: description || `code ${code}`, code: String(code) }
  return code === drawingCode.noAccount || code === drawingCode.queueFull ? { ...words, status: 503 } : undefined
}

function takenDrawing(call: Call, request: DrawingRequest, submission: TaskSubmission, reply: Json | undefined): TakenTask {
  const { id, code, description, properties, isTaken } = submission
  const { parent } = call.extension?.task ?? {}
  const isThere = code === drawingCode.exists && properties.status === 'SUCCESS' && typeof properties.imageUrl === 'string'
  const isDone = isTaken && (request.isImmediate || isThere)
  const isWindow = isTaken && code === drawingCode.exists && !isThere
  // A window that is confirmed is that of a button.
  const customId = request.customId ?? (request.action === 'MODAL' ? parent?.result.customId : undefined)
  const told = isTaken ? toldCode(code, request) : refusedCode(code)
  return {
    platform: 'mj',
    isTaken,
    vendorId: isTaken ? id : '',
    action: request.action,
    code,
    status: !isTaken ? 'FAILURE' : isDone ? 'SUCCESS' : isWindow ? 'MODAL' : 'SUBMITTED',
    progress: isDone || !isTaken ? 100 : 0,
    prompt: request.prompt || parent?.prompt || '',
    failReason: isTaken ? '' : description,
    result: {
      ...{ description, ...(customId === undefined ? {} : { customId }) },
      ...(typeof call.body.state === 'string' ? { state: call.body.state } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(isThere ? { imageUrl: properties.imageUrl } : {}),
      ...(request.isImmediate ? { images: uploadedIn(reply) } : {}),
    },
    // A window costs nothing, and what follows one that was paid for is paid for.
    isFree: (request.opensWindow && isWindow) || (request.action === 'MODAL' && parent !== undefined && parent.money !== 'free'),
    answer: (taskId) => ({ code: told, description, result: resultFor(request, reply, taskId), properties }),
  }
}

/** What is answered when a submission is repeated under its key. */
export function repeatedDrawing({ action, code, taskId, result }: TaskRecord): JsonObject {
  const { description = '', properties = {}, images = taskId } = result
  return { code: toldCode(code, { opensWindow: opensWindow(action) }), description, result: images, properties }
}

/** What waits, or is there already, counts as taken; but a window is told as one. Source: server-behaviour 9.2. */
function toldCode(code: number, { opensWindow }: Pick<DrawingRequest, 'opensWindow'>): number {
  if (code === drawingCode.waiting) return drawingCode.taken
  return code === drawingCode.exists && !opensWindow ? drawingCode.taken : code
}

/** Code 1 without an id is a failure. */
const refusedCode = (code: number) => (code === drawingCode.taken ? drawingCode.failure : code)

/** Uploaded pictures are answered with their addresses, everything else with the id of its task. */
function resultFor({ isImmediate }: DrawingRequest, reply: Json | undefined, taskId: string): Json {
  return isImmediate ? uploadedIn(reply) : taskId
}

function uploadedIn(reply: Json | undefined): string[] {
  const { result } = isObject(reply) ? reply : {}
  return Array.isArray(result) ? result.filter((one) => typeof one === 'string') : []
}
