// Jimeng, in the visual service of Volcengine. Source: Volcengine, Jimeng AI, "Video generation 3.0 Pro", "3.0 720P", "3.0 1080P" and "S2.0 Pro", 2026. The
// action stands in the query. A film is asked for with the name of its model, so that its id begins with that here.
import { defined } from '../../defined.ts'
import type { Json, JsonObject } from '../../encoding/json.ts'
import { type FilmFormat, noteLosses, type SizedFilm, vendorsOwn } from '../format.ts'
import { at, failed, idAt, made, queued, ratioIn, running } from '../readings.ts'
import { actions, addressOf, DONE, FRAMES_PER_SECOND, states } from './words.ts'

const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const
/** How long its films can be. */
const SECONDS = [5, 10]
/** Models that make films of a text alone, of two pictures, and those that always make films of five seconds. */
const OF_TEXT = /_t2v_/
const OF_TWO = /_first_tail_/
const OF_FIVE_SECONDS = /_l20$/
const FIVE_SECONDS = 5
const OF_1080 = /_1080p?$|_pro$/

export const jimeng: FilmFormat = {
  dialect: 'openai-chat',
  path: () => addressOf(actions.submit),
  tellsInErrors: true,

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, seconds, resolution, seed } = request
    const pictures = [firstFrame, lastFrame].filter((one) => one !== undefined)
    const takesRatio = pictures.length === 0 || OF_FIVE_SECONDS.test(model)
    noteLosses(
      request,
      {
        firstFrame: !OF_TEXT.test(model),
        lastFrame: OF_TWO.test(model) && areAlike(pictures),
        seed: true,
        ratios: takesRatio ? RATIOS : [],
      },
      losses,
    )
    if (!(OF_FIVE_SECONDS.test(model) ? seconds === FIVE_SECONDS : SECONDS.includes(seconds))) losses.add('seconds', 'needed')
    if (resolution !== (OF_1080.test(model) ? '1080p' : '720p')) losses.add('resolution', 'not-expressible')
    return {
      ...vendorsOwn(request, losses),
      req_key: model,
      ...defined({
        prompt: prompt === '' ? undefined : prompt,
        seed,
        frames: OF_FIVE_SECONDS.test(model) ? undefined : FRAMES_PER_SECOND * seconds + 1,
        aspect_ratio: takesRatio ? ratioFor(request, pictures.length > 0) : undefined,
      }),
      ...picturesIn(pictures),
    }
  },

  readId(reply, _request, model) {
    const id = idAt(reply, 'data', 'task_id')
    return id === undefined || reply.code !== DONE ? undefined : `${model}/${id}`
  },
  poll(id) {
    const cut = id.lastIndexOf('/')
    return { method: 'POST', path: addressOf(actions.ask), body: { req_key: id.slice(0, cut), task_id: id.slice(cut + 1) } }
  },
  readPoll(reply) {
    const { code, message } = reply
    const status = at(reply, 'data', 'status')
    if (code !== DONE) return isEnd(code) || status === states.done ? failed(message) : undefined
    switch (status) {
      case states.waits:
        return queued
      case states.runs:
        return running()
      case states.done:
        return made(at(reply, 'data', 'video_url'), {})
      case states.expired:
        return failed(message === 'Success' ? undefined : message)
      default:
        return undefined
    }
  },
}

/** Codes of a film that will not come: its request cannot be used, or it was kept back for what is in it. Others are of the moment. */
const isEnd = (code: Json | undefined): boolean => typeof code === 'number' && /^(50215|5041[1-9]|505[12]\d)$/.test(String(code))

const isAddress = (picture: string): boolean => !picture.startsWith('data:')
/** Addresses and data cannot be mixed. */
const areAlike = (pictures: readonly string[]): boolean => new Set(pictures.map(isAddress)).size < 2

function picturesIn(pictures: readonly string[]): JsonObject {
  const [first] = pictures
  if (first === undefined) return {}
  return isAddress(first) ? { image_urls: [...pictures] } : { binary_data_base64: pictures.map((one) => one.replace(/^data:[^,]*,/, '')) }
}

/** The oldest models crop pictures to a ratio that has to be named. */
const ratioFor = (request: SizedFilm, hasPictures: boolean): string | undefined =>
  ratioIn(request, RATIOS) ?? (hasPictures ? RATIOS[0] : undefined)
