import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, Dialog, TextInput } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { withBook } from '../price-draft.ts'
import { PriceChoice } from './PriceChoice.tsx'
import { emptyEntry, type PriceEntry, pricedBy, problemsOf } from './price-entry.ts'

/** Gives a model that has no price one, by its name. It stands in the table afterwards, not saved. */
export function AddModel({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('price.addModel')} width={452}>
      <AddForm onClose={onClose} />
    </Dialog>
  )
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { book, change, unit } = useDesk()
  const [name, setName] = useState('')
  const [entry, setEntry] = useState<PriceEntry>(emptyEntry)
  const [wasTried, setWasTried] = useState(false)
  const model = name.trim()
  const isTaken = Object.values(book).some((map) => Object.hasOwn(map, model))
  const nameError = model === '' ? t('price.nameMissing') : isTaken ? t('price.nameTaken') : undefined
  const isRight = nameError === undefined && Object.keys(problemsOf(entry, unit, t)).length === 0
  const add = () => {
    setWasTried(true)
    if (!isRight) return
    change((old) => withBook(old, pricedBy(book, model, entry, unit)))
    onClose()
  }
  return (
    <div className="price-form">
      <TextInput
        label={t('price.modelName')}
        value={name}
        onChange={setName}
        error={isTaken || wasTried ? nameError : undefined}
        hint={t('price.modelNameHint')}
        onEnter={add}
        takesFocus
      />
      <PriceChoice entry={entry} onChange={setEntry} showsAll={wasTried} onEnter={add} />
      <div className="price-form-buttons">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="primary" onClick={add}>
          {t('price.addModel')}
        </Button>
      </div>
    </div>
  )
}
