// Sets a fresh server up the way a person would: the first-run form, a login, settings, a channel, tokens. Nothing is written to the
// database behind the server's back.
import { Callers, type Session } from './callers.ts'

export interface Door {
  readonly unlimitedKey: string
  readonly limitedKey: string
  /** The super admin's session. */
  readonly root: Session
}

/** Prices the judge knows by heart, in millionths. */
export interface JudgedModel {
  readonly name: string
  readonly ratioMicro: number
  readonly completionMicro: number
  readonly cacheMicro: number
}

export const chatModels = [
  { name: 'crash-a', ratioMicro: 150_000, completionMicro: 4_000_000, cacheMicro: 500_000 },
  { name: 'crash-b', ratioMicro: 12_500, completionMicro: 3_300_000, cacheMicro: 100_000 },
] as const satisfies readonly JudgedModel[]
/** Sold by tokens, those of pictures and of sound at the price of those of text. */
export const pictureModel: JudgedModel = {
  ...{ name: 'gpt-image-2-crash', ratioMicro: 20_000, completionMicro: 2_500_000, cacheMicro: 250_000 },
}
export const transcribingModel: JudgedModel = {
  ...{ name: 'gpt-crash-transcribe', ratioMicro: 30_000, completionMicro: 1_700_000, cacheMicro: 300_000 },
}
/** Of sessions. */
export const talkingModel: JudgedModel = {
  ...{ name: 'gpt-realtime-crash', ratioMicro: 40_000, completionMicro: 2_300_000, cacheMicro: 400_000 },
}
/** Of batches; Anthropic's. */
export const BATCH_MODEL: JudgedModel = {
  ...{ name: 'crash-batch', ratioMicro: 7_770_000, completionMicro: 3_100_000, cacheMicro: 100_000 },
}
const calledModels: readonly JudgedModel[] = [...chatModels, pictureModel, transcribingModel]
const models: readonly JudgedModel[] = [...calledModels, talkingModel, BATCH_MODEL]
export const modelNames = calledModels.map(({ name }) => name)

const LIMITED_QUOTA = 20_000_000

/** The keys of the channels that keep files and have sessions. */
export const FILE_KEY = 'sk-files'
export const TALK_KEY = 'sk-talk'
/** Of the channel that draws. */
export const DRAWING_SECRET = 'drawing-secret'

/** Where calls go, where files are kept and batches are taken, where sessions are had, and where is drawn. */
interface Vendors {
  readonly chats: string
  readonly files: string
  readonly sessions: string
  readonly drawings: string
}

export async function setUp(serverUrl: string, vendors: Vendors): Promise<Door> {
  const callers = new Callers(serverUrl)
  const root = await callers.setUp()
  const map = (field: 'ratioMicro' | 'completionMicro' | 'cacheMicro') =>
    JSON.stringify(Object.fromEntries(models.map((model) => [model.name, model[field] / 1e6])))
  await callers.setOptions(root, {
    ModelRatio: map('ratioMicro'),
    CompletionRatio: map('completionMicro'),
    CacheRatio: map('cacheMicro'),
    'task.poll_seconds': 1,
    AudioRatio: JSON.stringify({ [transcribingModel.name]: 1, [talkingModel.name]: 1 }),
  })
  await callers.demand(root, 'POST', '/api/channel/', {
    ...{ name: 'fake', type: 8, key: 'sk-upstream', base_url: vendors.chats, group: 'default', auto_ban: 0 },
    models: modelNames.join(','),
  })
  await callers.demand(root, 'POST', '/api/channel/', {
    ...{ name: 'files', type: 1, key: FILE_KEY, base_url: vendors.files, models: 'crash-files', group: 'default', auto_ban: 0 },
  })
  await callers.demand(root, 'POST', '/api/channel/', {
    ...{ name: 'batches', type: 14, key: FILE_KEY, base_url: vendors.files, models: BATCH_MODEL.name, group: 'default', auto_ban: 0 },
  })
  await callers.demand(root, 'POST', '/api/channel/', {
    ...{ name: 'sessions', type: 1, key: TALK_KEY, base_url: vendors.sessions, models: talkingModel.name, group: 'default', auto_ban: 0 },
  })
  await callers.demand(root, 'POST', '/api/channel/', {
    ...{ name: 'drawings', type: 2, key: DRAWING_SECRET, base_url: vendors.drawings, models: 'mj_imagine', group: 'default', auto_ban: 0 },
  })
  const token = async (name: string, more: object) =>
    `sk-${((await callers.demand(root, 'POST', '/api/token/', { name, ...more })) as { key: string }).key}`
  return {
    unlimitedKey: await token('unlimited', { unlimited_quota: true }),
    limitedKey: await token('limited', { remain_quota: LIMITED_QUOTA }),
    root,
  }
}
