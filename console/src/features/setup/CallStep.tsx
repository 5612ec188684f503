import { useNavigate } from '@tanstack/react-router'
import { listOwnLogs } from '@waystation/contract/api/log'
import { useEffect, useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { FirstCall } from '~/shared/FirstCall'
import { TryInPlayground } from '~/shared/TryInPlayground'
import { useFirstModel } from '~/shared/use-first-model'
import { Button } from '~/ui/kit'
import { CallResult } from './CallResult.tsx'
import { outcomeOf } from './call-outcome.ts'
import { StepHead } from './StepHead.tsx'
import type { MadeToken, SetupFacts } from './setup-facts.ts'

/** Milliseconds between two looks into the log for the first call. */
const LOOK_EVERY_MS = 2000
/** Milliseconds after which a call that is not in the log needs advice. */
const LATE_MS = 30_000
/** Rows that are looked through: a loop of refusals does not hide an answer. */
const ROWS = '20'

/** The command to copy, and what became of the call. */
export function CallStep({ channel, token }: { readonly channel: SetupFacts['channel']; readonly token: MadeToken }) {
  const t = useText()
  const navigate = useNavigate()
  const [isAnswered, setIsAnswered] = useState(false)
  const logs = useData(
    listOwnLogs,
    { query: { p: '1', page_size: ROWS, token_name: token.name } },
    isAnswered ? {} : { everyMs: LOOK_EVERY_MS },
  )
  const outcome = outcomeOf(logs.data?.items ?? [], token.id)
  if (outcome?.kind === 'answered' && !isAnswered) setIsAnswered(true)
  const isLate = useIsLate()
  const first = useFirstModel({ preferred: channel?.testedModel, among: channel?.models })

  return (
    <>
      <StepHead title={t('setup.callTitle')} text={t(channel ? 'setup.callText' : 'setup.callTokenText')} />
      <div className="stack" style={{ gap: 16 }}>
        <FirstCall apiKey={token.key} first={first} />
        <CallResult outcome={outcome} model={first?.model} isLate={isLate} />
      </div>
      <div className="setup-foot">
        <TryInPlayground size="large" model={first?.model} />
        <span className="grow" />
        <Button size="large" kind="primary" onClick={() => navigate({ to: paths.tokens() })}>
          {t('setup.enter')}
        </Button>
      </div>
    </>
  )
}

/** Has this page stood for so long that a call should have come? */
function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
