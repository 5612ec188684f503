import { useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, MessageIcon } from '~/ui/kit'

export interface TryInPlaygroundProps {
  /** The model to choose there; default: the last choice. */
  readonly model?: string | undefined
  readonly size?: 'large'
}

/** A link to a first call that needs no program and no key. */
export function TryInPlayground({ model, size }: TryInPlaygroundProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Button icon={<MessageIcon />} size={size} onClick={() => void navigate({ to: paths.playground(), search: model ? { model } : {} })}>
      {t('playground.tryIt')}
    </Button>
  )
}
