import { useNavigate } from '@tanstack/react-router'
import type { Channel } from '@waystation/contract/channel'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { runWork } from '~/ui/kit'
import { TESTED } from './channel-filters.ts'
import { testStored, useChannelCalls } from './channel-queries.ts'
import { inShort } from './in-short.ts'
import { whileTesting } from './running-tests.ts'

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
