import { useState } from 'react'
import { useText } from '~/i18n'
import { Banner, Button, Check, EmptyState, ErrorState, OkIcon, Pager, SkeletonLines, toast } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { PriceChoice, type PriceEntry, pricedBy, problemsOf } from './PriceChoice.tsx'
import { withBook } from './price-draft.ts'
import type { UnpricedView } from './use-unpriced.ts'

/** Specification section 9: the tables of prices have ten rows. */
const ROWS = 10
const empty: PriceEntry = { kind: 'tokens', input: '', output: '', call: '' }

/** Models that are served and have no price, of which several get the same one at once. */
export function UnpricedModels({ unpriced }: { readonly unpriced: UnpricedView }) {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setPage] = useState(1)
  const { models, error, refresh, waiting } = unpriced
  if (!models) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={6} />
  const page = Math.min(asked, Math.max(1, Math.ceil(models.length / ROWS)))
  const rows = models.slice((page - 1) * ROWS, page * ROWS)
  const picked = models.filter((model) => chosen.has(model))
  const choose = (names: readonly string[], isOn: boolean) =>
    setChosen((old) => new Set(isOn ? [...old, ...names] : [...old].filter((name) => !names.includes(name))))
  return (
    <div className="unpriced">
      {waiting.length > 0 && <Banner tone="amber">{t('price.unpricedWaiting', { count: waiting.length })}</Banner>}
      {models.length === 0 ? (
        <EmptyState icon={<OkIcon />} title={t('price.allPriced')} text={t('price.allPricedText')} />
      ) : (
        <>
          <p className="text2">{t('price.unpricedHelp')}</p>
          <div className="unpriced-head">
            <Check isOn={picked.length === models.length} isPartly={picked.length > 0} onChange={(isOn) => choose(models, isOn)}>
              {t('price.unpricedAll', { count: models.length })}
            </Check>
            {picked.length > 0 && <span className="text2">{t('price.unpricedChosen', { count: picked.length })}</span>}
          </div>
          <ul className="unpriced-list" aria-label={t('price.tab.unpriced')}>
            {rows.map((model) => (
              <li key={model}>
                <Check isOn={chosen.has(model)} onChange={(isOn) => choose([model], isOn)}>
                  <code>{model}</code>
                </Check>
              </li>
            ))}
          </ul>
          <Pager state={{ page, size: ROWS, setPage }} total={models.length} />
          <BatchPrice models={picked} onDone={() => setChosen(new Set())} />
        </>
      )}
    </div>
  )
}

/** One price for all chosen models. */
function BatchPrice({ models, onDone }: { readonly models: readonly string[]; readonly onDone: () => void }) {
  const t = useText()
  const { book, change, unit } = useDesk()
  const [entry, setEntry] = useState<PriceEntry>(empty)
  const [wasTried, setWasTried] = useState(false)
  const isRight = models.length > 0 && Object.keys(problemsOf(entry, unit, t)).length === 0
  const set = () => {
    setWasTried(!isRight)
    if (!isRight) return
    change((old) =>
      withBook(
        old,
        models.reduce((sofar, model) => pricedBy(sofar, model, entry, unit), book),
      ),
    )
    toast.done(t('price.batchDone', { count: models.length }))
    setEntry(empty)
    onDone()
  }
  return (
    <section className="price-form batch-price" aria-label={t('price.batchTitle')}>
      <PriceChoice entry={entry} onChange={setEntry} showsAll={wasTried} onEnter={set} />
      {wasTried && models.length === 0 && (
        <div className="field-error" role="alert">
          {t('price.batchNone')}
        </div>
      )}
      <div>
        <Button kind="primary" onClick={set}>
          {t('price.batchSet')}
        </Button>
      </div>
    </section>
  )
}
