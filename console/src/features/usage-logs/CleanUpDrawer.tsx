import { listLogs, logStats } from '@waystation/contract/api/log'
import type { LogEntry } from '@waystation/contract/calls/log'
import { COUNT_LIMIT } from '@waystation/contract/values/page'
import { useState } from 'react'
import { z } from 'zod'
import { useRefresh } from '~/api/use-refresh'
import { useLanguage, useText } from '~/i18n'
import { confirm, type Drawer, FormDrawer, FormSection, MomentField, numberText, timeText, toast } from '~/ui/kit'
import { countOld, removeOldLogs } from './log-queries.ts'

const DAY_SECONDS = 24 * 3600
const AGES_DAYS = [30, 90, 180]
const CleanUpForm = z.object({ before: z.number({ error: 'log_time_missing' }).int() })

/** Removes old rows for good, after saying how many. */
export default function CleanUpDrawer({ drawer }: { readonly drawer: Drawer<LogEntry> }) {
  const t = useText()
  const language = useLanguage()
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000))
  const { submit, removed } = useCleanUp()

  return (
    <FormDrawer
      drawer={drawer}
      width={520}
      title={t('log.cleanUpTitle')}
      schema={CleanUpForm}
      initial={{ before: openedAt - 90 * DAY_SECONDS }}
      onSubmit={submit}
      submitLabel={removed === undefined ? t('log.cleanUpGo') : t('log.cleanUpRunning', { count: numberText(removed, language) })}
    >
      <FormSection>
        <MomentField
          name="before"
          label={t('log.cleanUpBefore')}
          hint={t('log.cleanUpHint')}
          isRequired
          isWide
          presets={AGES_DAYS.map((days) => ({ label: t('log.cleanUpAgo', { count: days }), unix: openedAt - days * DAY_SECONDS }))}
        />
      </FormSection>
    </FormDrawer>
  )
}

/** Counts, asks for confirmation, removes; `removed` is the number of rows removed so far, undefined while none are being removed. */
function useCleanUp() {
  const t = useText()
  const language = useLanguage()
  const refresh = useRefresh()
  const [removed, setRemoved] = useState<number>()

  const submit = async ({ before }: { before: number }) => {
    const time = timeText(before, 'full', language)
    const count = await countOld(before)
    if (count === 0) return toast.done(t('log.cleanUpNone', { time }))
    const facts = { count: numberText(count, language) }
    const isSure = await confirm({
      title: t('log.cleanUpAsk', { time }),
      text: t(count >= COUNT_LIMIT ? 'log.cleanUpAskMany' : 'log.cleanUpAskText', facts),
      yes: t('log.cleanUp'),
      isDanger: true,
    })
    if (!isSure) return
    try {
      const all = await removeOldLogs(before, setRemoved)
      toast.done(t('log.cleanUpDone', { count: numberText(all, language) }))
    } finally {
      setRemoved(undefined)
      await refresh(listLogs, logStats)
    }
  }
  return { submit, removed }
}
