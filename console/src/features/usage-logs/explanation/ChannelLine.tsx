import type { CandidateFact } from '@waystation/contract/calls/log'
import { useText } from '~/i18n'
import { Tag } from '~/ui/kit'
import { ChannelLink } from '../row-links.tsx'

interface ChannelLineProps {
  readonly id: number
  readonly name: string
  readonly candidate: CandidateFact | undefined
  /** It was not tried. */
  readonly isQuiet?: boolean
  readonly children: React.ReactNode
}

/** The channel with its place in the order, and what became of it at the right. */
export function ChannelLine({ id, name, candidate, isQuiet, children }: ChannelLineProps) {
  const t = useText()
  return (
    <div className="route-line">
      <span className="text3">#{id}</span>
      {isQuiet ? (
        <span className="route-name">
          <ChannelLink id={id} name={name} />
        </span>
      ) : (
        <strong>
          <ChannelLink id={id} name={name} />
        </strong>
      )}
      {candidate && candidate.skipped !== 'deleted' && <Tag>{placeOf(candidate, t)}</Tag>}
      <span className="grow" />
      {children}
    </div>
  )
}

function placeOf({ priority = 0, weight = 0 }: CandidateFact, t: ReturnType<typeof useText>): string {
  return weight === 0 ? t('log.priority', { priority }) : t('log.priorityWeight', { priority, weight })
}
