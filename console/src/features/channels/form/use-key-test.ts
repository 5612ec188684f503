import { listChannelKeys } from '@waystation/contract/api/channels/channel'
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { channelStatus } from '@waystation/contract/site/status-table'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import { testStored } from '../channel-queries.ts'
import { inShort } from '../test/channel-tests.ts'
import { seconds } from '../test/TestResult.tsx'

/** Tests one key of a stored channel and shows how it went. One that is disabled and works is one click from being enabled. */
export function useKeyTest(
  channelId: number,
  { id, tail, status }: Pick<ChannelKey, 'id' | 'tail' | 'status'>,
  enable: () => Promise<unknown>,
): () => Promise<void> {
  const t = useText()
  const refresh = useRefresh()
  return async () => {
    const { isOk, totalMs, words } = await testStored(channelId, undefined, id)
    const shown = inShort(words || t('channel.testEmpty'))
    const link = status === channelStatus.enabled ? undefined : { label: t('action.enable'), run: enable }
    if (isOk) toast.done(t('channel.keyTestToast', { tail, time: seconds(totalMs), words: shown }), link)
    else toast.failed(t('channel.keyTestFailed', { tail, words: shown }))
    await refresh(listChannelKeys)
  }
}
