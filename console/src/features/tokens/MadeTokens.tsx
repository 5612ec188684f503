import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { freshKey } from '~/shared/connect/token-key'
import { useOwnChoosing } from '~/shared/connect/use-choosing'
import { TryInPlayground, useFirstModel } from '~/shared/first-model'
import { Button, CopyButton, OkIcon, SideSheet, SkeletonLines } from '~/ui/kit'
import './made-tokens.css'

const ConnectPanel = lazy(() => import('~/shared/connect/ConnectPanel'))

/** A token just made: the only time when its key is surely at hand. */
export interface MadeToken {
  readonly name: string
  /** With `sk-`. */
  readonly key: string
  /** Those that it may call; undefined when it is not limited. */
  readonly models: readonly string[] | undefined
  /** In which it calls; empty: its owner's. */
  readonly group: string
}

/** The keys of new tokens, and how a program is connected with them. */
export function MadeTokens({ made, onClose }: { readonly made: readonly MadeToken[]; readonly onClose: () => void }) {
  const t = useText()
  const [first] = made
  const model = useFirstModel(first && { among: first.models, group: first.group })
  const choosing = useOwnChoosing()
  return (
    <SideSheet
      isOpen={first !== undefined}
      onClose={onClose}
      width={800}
      title={made.length > 1 ? t('token.madeManyTitle', { count: made.length }) : t('token.madeTitle')}
      footer={
        <div className="row" style={{ justifyContent: 'space-between' }}>
          <TryInPlayground model={model?.model} />
          <Button kind="primary" onClick={onClose}>
            {t('token.done')}
          </Button>
        </div>
      }
    >
      {first && (
        <div className="stack made-tokens">
          <p className="row">
            <OkIcon color="var(--greenDot)" /> {t('token.madeText')}
          </p>
          <ul className="made-keys">
            {made.map((token) => (
              <li key={token.key}>
                <strong>{token.name}</strong>
                <span className="mono">{token.key}</span>
                <CopyButton value={token.key} label={t('action.copyKey')} hasWords={made.length === 1} />
              </li>
            ))}
          </ul>
          {made.length > 1 && (
            <div>
              <CopyButton value={made.map((token) => `${token.name}\t${token.key}`).join('\n')} label={t('token.copyAll')} hasWords />
            </div>
          )}
          <h3>{t('token.tryIt')}</h3>
          <Suspense fallback={<SkeletonLines />}>
            <ConnectPanel lineKey={freshKey(first.key)} first={model} choosing={choosing} />
          </Suspense>
        </div>
      )}
    </SideSheet>
  )
}
