import { useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, MessageIcon } from '~/ui/kit'

export interface TryInPlaygroundProps {
  /** Chosen there; default: what was chosen last. */
  readonly model?: string | undefined
  readonly size?: 'large'
}

/** The way to a first answer that needs no program and no key. */
export function TryInPlayground({ model, size }: TryInPlaygroundProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Button icon={<MessageIcon />} size={size} onClick={() => void navigate({ to: paths.playground(), search: model ? { model } : {} })}>
      {t('playground.tryIt')}
    </Button>
  )
}
