import { useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Button } from '~/ui/kit'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './setup-facts.ts'

/** Set up; the first call is three steps away. */
export function DoneStep({ go }: StepProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <>
      <StepHead title={t('setup.doneTitle')} text={t('setup.doneText')} />
      <div className="setup-foot">
        <Button size="large" onClick={() => navigate({ to: paths.tokens() })}>
          {t('setup.doneSkip')}
        </Button>
        <span className="grow" />
        <Button size="large" kind="primary" onClick={() => go('channel')}>
          {t('setup.doneNext')}
        </Button>
      </div>
    </>
  )
}
