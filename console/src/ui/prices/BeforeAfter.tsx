import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { Skeleton } from '../page/States.tsx'
import './before-after.css'

export interface BeforeAfterItem {
  readonly label: string
  /** What it is, on a line of its own in small: "1k → 300 tokens". */
  readonly text?: string
  readonly before: ReactNode
  readonly after: ReactNode
  /** Both say the same: the number stands once. */
  readonly isSame: boolean
}

export interface BeforeAfterProps {
  readonly title: string
  /** Undefined while they load: `count` places are reserved. */
  readonly items: readonly BeforeAfterItem[] | undefined
  readonly count: number
  /** The numbers are from before the last edit. */
  readonly isOutdated?: boolean
}

/** A strip of examples: what each came to, struck out, and what it comes to with the changes. */
export function BeforeAfter({ title, items, count, isOutdated }: BeforeAfterProps) {
  const t = useText()
  return (
    <div className={`before-after ${isOutdated ? 'outdated' : ''}`}>
      <div className="before-after-title">
        {title}
        {isOutdated && <em>{t('kit.outdated')}</em>}
      </div>
      <dl aria-busy={items === undefined}>
        {items?.map((item) => (
          <div key={item.label}>
            <dt>
              {item.label}
              {item.text && <span className="text3"> · {item.text}</span>}
            </dt>
            <dd>
              {!item.isSame && (
                <>
                  <span className="unseen">{t('kit.before')} </span>
                  <s>{item.before}</s>
                  <span className="unseen"> {t('kit.after')}</span>
                </>
              )}{' '}
              <strong>{item.after}</strong>
            </dd>
          </div>
        ))}
        {items === undefined &&
          Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
            <div key={index}>
              <dt>
                <Skeleton width={120} />
              </dt>
              <dd>
                <Skeleton width={90} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
