import {
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  testChannel,
  testChannelDraft,
  updateChannel,
} from '@waystation/contract/api/channels/channel'
import { countChannels } from '@waystation/contract/api/channels/channel-many'
import { CHANNEL_NAME_MAX, type Channel, type ChannelDraft } from '@waystation/contract/channels/channel'
import type { Language } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import { type Answer, callRecord, callWhole } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'
import { failureText } from './channel-words.ts'

export const channelList = list(listChannels, { first: 0, fixed: { untagged: 'true' } })

export type ChannelFormValues = z.input<typeof ChannelDraft>

/** The lists, the figures in the page's head, and what a drawer shows of a channel next to its form. */
export const shownChannels = [listChannels, countChannels, getChannel]

/** What can be done to channels; the list loads again afterwards. The quiet ones are for forms and for work on many. */
export function useChannelCalls() {
  const refresh = useRefresh()
  const create = useCall(createChannel, { refreshes: shownChannels, done: 'channel.createdToast', isQuiet: true })
  const change = useCall(updateChannel, { refreshes: shownChannels, done: 'channel.savedToast', isQuiet: true })
  const set = useCall(updateChannel, { refreshes: shownChannels })
  const setQuietly = useCall(updateChannel, { refreshes: shownChannels, isQuiet: true })
  const enable = useCall(updateChannel, { refreshes: shownChannels, done: 'channel.enabledToast' })
  const remove = useCall(deleteChannel, { refreshes: shownChannels, done: 'channel.deletedToast' })
  const copy = useCall(createChannel, { refreshes: shownChannels })
  return {
    create: (draft: ChannelFormValues) => create.run({ body: draft }),
    change: (id: number, fields: Partial<ChannelFormValues>) => change.run({ body: { id, ...fields } }),
    /** One figure in the table. */
    set: (id: number, rank: 'priority' | 'weight', value: number) => set.run({ body: { id, [rank]: value } }),
    setQuietly: (id: number, rank: 'priority' | 'weight', value: number) => setQuietly.run({ body: { id, [rank]: value } }),
    enable: (id: number) => enable.run({ body: { id, status: channelStatus.enabled } }),
    disable: (id: number) => set.run({ body: { id, status: channelStatus.disabled } }),
    /** Takes a disabling back: the channel and its keys are as they were. */
    undoDisable: (id: number) => setQuietly.run({ body: { id, status: channelStatus.enabled, keeps_keys: true } }),
    remove: (id: number) => remove.run({ params: { id } }),
    /** A copy of the channel with the same keys, disabled until it is reviewed. */
    copy: (channel: Channel, name: string) =>
      copy.run({
        body: { ...channel, name: name.slice(0, CHANNEL_NAME_MAX), key: '', copy_from: channel.id, status: channelStatus.disabled },
      }),
    refresh: () => refresh(...shownChannels),
  }
}

/** How a test call ended. */
export interface TestDone {
  readonly isOk: boolean
  readonly model: string
  readonly firstMs: number | null
  readonly totalMs: number
  /** The model's response, or the vendor's exact error; undefined for a success whose text was not stored. */
  readonly words: string | undefined
  /** Unix seconds. */
  readonly at: number
  /** The field of the channel that is to blame for a failure, where that can be told. */
  readonly blamed?: BlamedField | undefined
}

export type BlamedField = NonNullable<NonNullable<Answer<typeof testChannel>['data']>['blamed']>

/** How the last test of a stored channel ended; undefined when there was none. */
export function storedTest(
  { test_failure, test_time, response_time }: Pick<Channel, 'test_failure' | 'test_time' | 'response_time'>,
  language: Language,
): TestDone | undefined {
  if (test_time === 0) return undefined
  const words = test_failure === null ? undefined : failureText(test_failure, language)
  return { isOk: words === undefined, model: '', firstMs: null, totalMs: response_time, words, at: test_time }
}

/** Sends one small call through a stored channel. Never rejects: a failure is a result too. @param keyId with this key, else the next in turn */
export function testStored(id: number, model?: string, keyId?: number): Promise<TestDone> {
  const query = { ...(model ? { model } : {}), ...(keyId === undefined ? {} : { key_id: String(keyId) }) }
  return tested(model ?? '', () => callWhole(testChannel, { params: { id }, query }))
}

/** The same with what stands in a form. `storedId` lends the stored key when the form's is empty. */
export function testDraft(values: Readonly<Record<string, unknown>>, model: string, storedId: number | undefined): Promise<TestDone> {
  // The form's own schema checks the rest when it is saved; the server refuses what it cannot test.
  const body = { ...values, name: String(values.name || 'draft'), model, ...(storedId === undefined ? {} : { id: storedId }) }
  return tested(model, () => callRecord(testChannelDraft, { body }))
}

/** A test that failed before the model was called. `startedMs` is of `performance.now()`. */
export function failedTest(words: string, startedMs: number): TestDone {
  return { isOk: false, model: '', firstMs: null, totalMs: performance.now() - startedMs, words, at: Math.floor(Date.now() / 1000) }
}

const fields: readonly BlamedField[] = ['key', 'base_url', 'models']
const blamedIn = (data: object) => ('blamed' in data ? fields.find((field) => field === data.blamed) : undefined)

async function tested(model: string, ask: () => Promise<Answer<typeof testChannel>>): Promise<TestDone> {
  const began = performance.now()
  const at = Math.floor(Date.now() / 1000)
  try {
    const { data, message, extra } = await ask()
    const totalMs = data?.total_ms ?? Number(extra.time ?? 0) * 1000
    const words = data?.error ?? data?.answer ?? message
    return { isOk: !data?.error, model: data?.model ?? model, firstMs: data?.first_ms ?? null, totalMs, words, at }
  } catch (error) {
    const data = error instanceof CallError && typeof error.data === 'object' && error.data !== null ? error.data : {}
    const totalMs = 'total_ms' in data && typeof data.total_ms === 'number' ? data.total_ms : performance.now() - began
    const words = 'error' in data && typeof data.error === 'string' && data.error !== '' ? data.error : messageOf(error)
    const asked = 'model' in data && typeof data.model === 'string' ? data.model : model
    return { isOk: false, model: asked, firstMs: null, totalMs, words, at, blamed: blamedIn(data) }
  }
}
