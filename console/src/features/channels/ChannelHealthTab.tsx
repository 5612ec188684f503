import { useNavigate } from '@tanstack/react-router'
import type { Channel } from '@waystation/contract/channel'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { BalanceIcon, Button, FormSection, LogsIcon, TestIcon, timeText } from '~/ui/kit'
import { Balance, offersBalance } from './balance-cells.tsx'
import { HealthSection } from './ChannelHealth.tsx'
import { useUpdateBalance } from './channel-actions.tsx'
import { isDisabled } from './channel-columns.tsx'
import { storedTest, testStored, useChannelCalls } from './channel-queries.ts'
import { TestResult } from './TestResult.tsx'

/** How a channel does: its last hour, its last test, and what its account has left. */
export function ChannelHealthTab({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className="form">
      <HealthSection channelId={channel.id} isDim={isDisabled(channel)} />
      <LastTestSection channel={channel} />
      <BalanceSection channel={channel} />
      <div>
        <Button size="small" icon={<LogsIcon />} onClick={() => navigate({ to: paths.logs(), search: { channel: String(channel.id) } })}>
          {t('channel.logs')}
        </Button>
      </div>
    </div>
  )
}

function LastTestSection({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { refresh } = useChannelCalls()
  const last = storedTest(channel, language)
  const run = async () => {
    await testStored(channel.id)
    await refresh()
  }
  return (
    <FormSection
      title={t('channel.lastTest')}
      columns={1}
      aside={
        <Button size="small" icon={<TestIcon />} onClick={run}>
          {t(last ? 'channel.testAgain' : 'channel.testRun')}
        </Button>
      }
    >
      {last ? <TestResult result={last} /> : <span className="field-hint">{t('channel.testNone')}</span>}
    </FormSection>
  )
}

function BalanceSection({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const update = useUpdateBalance()
  const offers = offersBalance(channel)
  const { balance_updated_time: at } = channel
  return (
    <FormSection
      title={t('channel.balanceAtProvider')}
      columns={1}
      aside={
        offers && (
          <Button size="small" icon={<BalanceIcon />} onClick={() => update(channel)}>
            {t('channel.balanceUpdate')}
          </Button>
        )
      }
    >
      {at > 0 ? (
        <p className="balance-line">
          <Balance channel={channel} />
          <span className="field-hint">{t('channel.balanceAt', { time: timeText(at, 'full', language) })}</span>
        </p>
      ) : (
        <span className="field-hint">{t(offers ? 'channel.balanceUnknown' : 'channel.balanceNone')}</span>
      )}
    </FormSection>
  )
}
