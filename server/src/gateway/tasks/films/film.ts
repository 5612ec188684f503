import { readChannelSetting } from '@waystation/contract/channels/channel-setting'
import { filmSaleOf } from '@waystation/contract/models/film-sales'
import { defined } from '@waystation/wire/defined'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { inFormat, type SizedFilm } from '@waystation/wire/films/format'
import { filmFormat } from '@waystation/wire/films/formats'
import { type FilmRequest, readFilm } from '@waystation/wire/films/request'
import { type KnownFilm, writeFilm } from '@waystation/wire/films/view'
import { reportedError } from '@waystation/wire/openai/error'
import type { TaskSubmission } from '@waystation/wire/tasks/task-reading'
import { type FilmOrder, measuredFilm } from '../../../domain/pricing/film-price.ts'
import type { ExpectedSize } from '../../../domain/pricing/hold-policy.ts'
import type { FormFile } from '../../../lib/bodies/multipart.ts'
import type { Attempt } from '../../attempt.ts'
import type { Form } from '../../form.ts'
import type { Call, TaskOperation } from '../../types.ts'
import { garbageFailure } from '../../upstream/failures.ts'
import { submissionListener } from '../submission-listener.ts'

/** Films. What a model's usual length and resolution are, is decided by the name that the vendor has for it. */
export const film: TaskOperation = {
  kind: 'task',
  name: 'videos',
  taskKind: 'video',

  read(body) {
    const request = readFilm(body)
    const { model } = request
    const measured = measuredFilm(orderOf(sized(request, model)), { model, kind: 'per-call' })
    const size: ExpectedSize = { textBytes: 0, media: [], maxOutputTokens: 0, choices: 1, measured }
    return { model, isStream: false, wantsUsageFrame: false, size }
  },

  sizeFor: (price, size, body) => ({ ...size, measured: measuredFilm(orderOf(sized(readFilm(body), price.model)), price) }),
  bodyOfForm,

  formatFor({ operations, formats }, spoken) {
    if (!operations.includes('videos')) return undefined
    const { dialect } = filmFormat(formats.videos)
    return spoken.includes(dialect) ? { operation: 'videos', dialect, format: formats.videos } : undefined
  },

  replyListener: ({ format }, _options, call) =>
    submissionListener((reply) => {
      const id = isObject(reply) ? idIn(reply, call, format) : undefined
      return id === undefined ? undefined : taken(id)
    }),

  promptTexts({ body }, purpose) {
    if (purpose === 'count') return []
    const { prompt, negativePrompt } = readFilm(body)
    return negativePrompt === undefined ? [prompt] : [prompt, negativePrompt]
  },

  translateBody: (body, { upstreamModel, format, price, channel }, losses) =>
    filmFormat(format).writeRequest(inFormat(sized(readFilm(body), price.price.model), format, losses), upstreamModel, losses, {
      bucket: readChannelSetting(channel.setting).film_bucket ?? undefined,
    }),

  taken(call, text, attempt) {
    const reply = parseJson(text)
    const vendorId = isObject(reply) ? idIn(reply, call, attempt.format, attempt) : undefined
    if (vendorId === undefined) throw garbageFailure(reportedError(reply)?.message ?? 'the upstream did not answer a submission')
    const request = readFilm(call.body)
    const asked = sized(request, attempt.price.price.model)
    const facts = defined({ seconds: asked.seconds, size: sizeOf(asked), ownId: request.ownId })
    return {
      ...{
        platform: attempt.provider.name.slice(0, 32),
        vendorId,
        isTaken: true,
        action: request.video === undefined ? 'GENERATE' : 'EDIT',
        code: 1,
      },
      ...{ status: 'QUEUED', progress: 0, prompt: request.prompt, failReason: '', isFree: false, order: orderOf(asked) },
      result: facts,
      answer: (id) => submittedFilm(id, call, { ...facts, prompt: request.prompt }),
    }
  },
}

/** A film that was just taken, as its client gets it. */
export function submittedFilm(
  id: string,
  call: Call,
  asked: Pick<KnownFilm, 'prompt' | 'seconds' | 'size' | 'ownId'>,
  remixedFrom = '',
): JsonObject {
  const nowMs = Date.now()
  const write = call.extension?.task?.writeFilm ?? writeFilm
  return write({
    ...{ id, model: call.facts.model, status: 'QUEUED', failReason: '', progress: 0, url: '', remixedFrom },
    ...{ submitMs: nowMs, finishMs: 0, updatedMs: nowMs, ...asked },
  })
}

/** The model's name there is not known where a reply is only looked at: none of the ids depends on more than the client's name then. */
function idIn(reply: JsonObject, call: Call, format: string | undefined, attempt?: Attempt): string | undefined {
  const request = readFilm(call.body)
  return filmFormat(format).readId(reply, request, attempt?.upstreamModel ?? request.model)
}

const taken = (id: string): TaskSubmission => ({ id, isTaken: true, code: 1, description: '', properties: {} })

/** The request with the length and resolution that its model usually has, where it names none. @param model whose price it is */
export function sized(request: FilmRequest, model: string): SizedFilm {
  const { seconds, resolution, edited } = filmSaleOf(model)
  if (request.video !== undefined && edited) return { ...request, ...edited }
  return { ...request, seconds: request.seconds ?? seconds, resolution: request.resolution ?? resolution }
}

export const orderOf = ({ seconds, resolution, hasSound, video }: SizedFilm): FilmOrder => ({
  ...{ seconds, resolution },
  isSilent: hasSound === false,
  isGiven: video !== undefined,
})

export const sizeOf = ({ size, resolution }: SizedFilm): string => (size ? `${size.width}x${size.height}` : resolution)

/** The body that a form stands for: its picture as data. */
function bodyOfForm(form: Form): JsonObject {
  const body: JsonObject = {}
  for (const part of form) {
    if ('text' in part) body[part.name] = part.name === 'metadata' ? (parseJson(part.text) ?? null) : part.text
    else if (part.bytes.length > 0) body[part.name.replace(/\[\d*\]$/, '')] = dataUri(part)
  }
  return body
}

const dataUri = ({ type, bytes }: FormFile): string => `data:${type || 'image/png'};base64,${bytes.toString('base64')}`
