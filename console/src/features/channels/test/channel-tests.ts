import { useNavigate } from '@tanstack/react-router'
import { createStore, useSelector } from '@tanstack/react-store'
import type { Channel } from '@waystation/contract/channels/channel'
import { defaultTestModel } from '@waystation/contract/channels/default-model'
import { splitList } from '@waystation/contract/values/codec'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { shownTraits } from '~/shared/shown-traits'
import { runWork } from '~/ui/kit'
import { TESTED } from '../channel-filters.ts'
import { testStored, useChannelCalls } from '../channel-queries.ts'
import { textsOf } from '../form/channel-form.ts'
import { useUnpricedModels } from '../form/UnpricedNote.tsx'

const TESTS_AT_ONCE = 4

/** Tests channels one by one; those that failed are a click away. */
export function useTestMany(): (channels: readonly Channel[]) => Promise<void> {
  const t = useText()
  const { refresh } = useChannelCalls()
  const showFailed = useShowFailed()
  const one = async ({ id, name }: Channel) => {
    const result = await whileTesting(id, () => testStored(id))
    if (!result.isOk) throw new Error(`${name}: ${inShort(result.words ?? '')}`)
  }
  return async (channels) => {
    await runWork({ name: 'channels', label: t('channel.testMany'), items: channels, one, atOnce: TESTS_AT_ONCE, failedLink: showFailed })
    await refresh()
  }
}

/** A link to the channels whose last test failed. */
export function useShowFailed(): { readonly label: string; readonly run: () => unknown } {
  const t = useText()
  const navigate = useNavigate()
  return { label: t('channel.showFailed'), run: () => navigate({ to: paths.channels(), search: { [TESTED]: 'failed' } }) }
}

const MAX_TOAST = 160

/** For one line: of `401: {"error":{"message":"…"}}` the status and the message. The whole stands in the sheet. */
export function inShort(words: string): string {
  const [, status = '', json = ''] = /^(\d{3}: )(\{.*\})$/s.exec(words) ?? []
  const text = status + (messageIn(json) ?? '') || words
  return text === status ? words.slice(0, MAX_TOAST) : text.length > MAX_TOAST ? `${text.slice(0, MAX_TOAST)}…` : text
}

function messageIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
    return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : undefined
  } catch {
    return undefined
  }
}

// Which channels are being tested from the table right now, so that their rows can show it.

const running = createStore<ReadonlySet<number>>(new Set<number>())

/** Runs a test of a channel, marked while it runs. */
export async function whileTesting<Result>(id: number, test: () => Promise<Result>): Promise<Result> {
  running.setState((ids) => new Set([...ids, id]))
  try {
    return await test()
  } finally {
    running.setState((ids) => new Set([...ids].filter((other) => other !== id)))
  }
}

export function useIsTesting(id: number): boolean {
  return useSelector(running, (ids) => ids.has(id))
}

export interface TestableChannel {
  readonly type: number
  /** A comma list, and JSON text, as a channel has them. */
  readonly models: string
  readonly model_mapping: string
  readonly test_model: string
}

/** The model that the server would test a channel with: its test model, else the default of those it serves. Undefined when there is none. */
export function useTestModel({ type, models, model_mapping, test_model }: TestableChannel): string | undefined {
  const { facts: unpriced } = useUnpricedModels(models, type, textsOf(model_mapping))
  return (
    test_model.trim() ||
    defaultTestModel(splitList(models, /[,，\n]/), {
      ...{ unpriced: unpriced?.models, channelType: type, traits: shownTraits },
    })
  )
}
