import type { PriceColumn } from '@waystation/contract/prices/price-columns'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Dialog, EditableTable, IconButton, MoreIcon, RefundIcon, Tag, TrashIcon } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { extraColumns, type shownOf, storedOf, withModelOf } from '../price-book.ts'
import { withBook } from '../price-draft.ts'
import { useCells } from './cells.ts'

/** At the end of a model's row: its rarer prices, and taking all of its prices away or back. */
export function MorePrices({ model }: { readonly model: string }) {
  const t = useText()
  const { saved, book, draft, change } = useDesk()
  const [isOpen, setIsOpen] = useState(false)
  const isChanged = useCells(extraColumns).isChanged(model) || differs(saved, book, model) || Object.hasOwn(draft.faults, model)
  const count = extraColumns.filter((column) => storedOf(book, column, model) !== undefined).length
  const revert = () =>
    change((old) => {
      const { [model]: _, ...faults } = old.faults
      return { ...withBook(old, withModelOf(book, saved, model)), faults }
    })
  const remove = () => change((old) => withBook(old, withModelOf(book, {}, model)))
  return (
    <span className="price-row-actions">
      <button type="button" className="price-more" title={t('price.moreOf', { model })} onClick={() => setIsOpen(true)}>
        <span className="unseen">{t('price.moreOf', { model })}</span>
        {count > 0 ? <Tag>{count}</Tag> : <MoreIcon />}
      </button>
      {isChanged ? (
        <IconButton isSmall label={t('price.revertModel', { model })} icon={<RefundIcon />} onClick={revert} />
      ) : (
        <IconButton isSmall isDanger label={t('price.removeModel', { model })} icon={<TrashIcon />} onClick={remove} />
      )}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('price.moreTitle')} subtitle={<code>{model}</code>} width={452}>
        <ExtraPrices model={model} />
      </Dialog>
    </span>
  )
}

function differs(saved: Parameters<typeof shownOf>[0], book: typeof saved, model: string): boolean {
  return Object.keys(book).some((option) => saved[option]?.[model] !== book[option]?.[model])
}

/** Prices of audio, and of a cache that lasts longer: few models have them. */
function ExtraPrices({ model }: { readonly model: string }) {
  const t = useText()
  const { unit } = useDesk()
  const { isChanged: _, ...cells } = useCells(extraColumns)
  const note: readonly PriceColumn[] = extraColumns.filter(({ over }) => unit === 'ratio' && over !== undefined)
  return (
    <div className="price-extra">
      <EditableTable {...cells} label={t('price.moreOf', { model })} rows={[{ name: model }]} />
      {note.length > 0 && <p className="field-hint">{t('price.overAudio')}</p>}
    </div>
  )
}
