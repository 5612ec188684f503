import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, toast } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { withBook } from '../price-draft.ts'
import { PriceChoice } from './PriceChoice.tsx'
import { emptyEntry, type PriceEntry, pricedBy, problemsOf } from './price-entry.ts'

/** One price for all chosen models. */
export function BatchPrice({ models, onDone }: { readonly models: readonly string[]; readonly onDone: () => void }) {
  const t = useText()
  const { book, change, unit } = useDesk()
  const [entry, setEntry] = useState<PriceEntry>(emptyEntry)
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
    setEntry(emptyEntry)
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
