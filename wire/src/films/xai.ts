// Grok Imagine's films. Source: https://docs.x.ai/developers/rest-api-reference, "Video generation", "Video editing", "Video extension" and "Get video", 2026.
import { defined } from '../defined.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from './format.ts'
import { at, countIn, failed, idAt, made, ratioIn, running } from './readings.ts'

const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'] as const

export const xai: FilmFormat = {
  dialect: 'openai-chat',
  path: ({ video }) => (video === undefined ? '/v1/videos/generations' : '/v1/videos/edits'),

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, video, seconds, resolution, hasSound } = request
    const own = vendorsOwn(request, losses)
    const isEdit = video !== undefined
    const isFirst = !/video-1\.[5-9]/.test(model)
    noteLosses(
      request,
      {
        firstFrame: !isEdit,
        lastFrame: !isEdit && !isFirst,
        references: !isEdit,
        video: true,
        sound: !isEdit,
        ratios: isEdit ? [] : RATIOS,
      },
      losses,
    )
    // What is edited stays as long and as large as it was.
    if (isEdit) return { ...own, model, prompt, video: { url: video } }
    return {
      ...own,
      ...{ model, duration: seconds, resolution },
      ...defined({
        prompt: prompt === '' ? undefined : prompt,
        image: firstFrame === undefined ? undefined : { url: firstFrame },
        last_frame: lastFrame === undefined ? undefined : { url: lastFrame },
        reference_images: references.length > 0 ? references.map((url) => ({ url })) : undefined,
        aspect_ratio: ratioIn(request, RATIOS),
        generate_audio: hasSound,
      }),
    }
  },

  followUps: {
    extensionSeconds: 6,
    path: ({ kind }) => (kind === 'extension' ? '/v1/videos/extensions' : '/v1/videos/edits'),
    // A film goes in by its address. Size and, of an edit, length stay as they were.
    writeRequest({ prompt, seconds }, { kind, url }, model) {
      const edit = { model, prompt, video: { url } }
      return kind === 'extension' ? { ...edit, duration: seconds } : edit
    },
  },

  readId: (reply) => idAt(reply, 'request_id'),
  poll: (id) => ({ method: 'GET', path: `/v1/videos/${encodeURIComponent(id)}` }),
  readPoll(reply) {
    switch (reply.status) {
      case 'pending':
        return running(countIn(reply.progress))
      case 'done':
        if (at(reply, 'video', 'respect_moderation') === false) return failed('The upstream kept the film back for what is in it')
        return made(at(reply, 'video', 'url'), defined({ seconds: countIn(at(reply, 'video', 'duration')) }))
      case 'failed':
        return failed(at(reply, 'error', 'message'))
      case 'expired':
        return failed('The upstream says that the task is expired')
      default:
        return undefined
    }
  },
}
