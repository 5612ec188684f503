import { PRICE_NOTE_MAX } from '@waystation/contract/price-version'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Banner, BottomSheet, Button, confirm, Dialog, TextInput, useIsPhone } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { draftFaults, draftOf } from './price-draft.ts'
import { SimulatedFigures } from './SimulatedFigures.tsx'
import { useSavePrices } from './use-save-prices.ts'
import { useSimulation } from './use-simulation.ts'

/** Floats at the foot of the page while something is not saved: what changed, what it would mean, and saving it as a version. */
export function SaveBar() {
  const t = useText()
  const { draft, summary, problems, change } = useDesk()
  const simulation = useSimulation()
  const { save, failure, reload } = useSavePrices()
  const [isSaving, setIsSaving] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const isPhone = useIsPhone()
  const changed = useChangedWords()
  const faults = draftFaults(draft) + problems.length
  const count = summary.models + summary.others.length
  if (count + faults === 0) return null
  const reason = faults > 0 ? t('price.faults', { count: faults }) : undefined
  const revert = async () => {
    if (await confirm({ title: t('price.revertTitle'), text: changed, yes: t('kit.revert'), isDanger: true }))
      change((old) => draftOf(old.saved, old.version))
  }
  return (
    <section className="price-save" aria-label={t('price.saveBar')}>
      {failure && (
        <Banner tone="red">
          <span>{failure.words}</span>{' '}
          {failure.isOutdated && (
            <button type="button" className="link" onClick={() => void reload()}>
              {t('price.reload')}
            </button>
          )}
        </Banner>
      )}
      <div className="price-save-line">
        <div className="price-figure">
          <span className="price-figure-label">{t('price.changed')}</span>
          <strong>{changed}</strong>
          <span className="price-not-saved">
            <i className="dot" style={{ background: `var(--${faults > 0 ? 'red' : 'amber'}Dot)` }} />
            {reason ?? t('price.notSaved')}
          </span>
        </div>
        {isPhone ? (
          <Button onClick={() => setIsLooking(true)}>{t('price.simulation')}</Button>
        ) : (
          <>
            <SimulatedFigures simulation={simulation} disabledReason={reason} />
            <span className="grow" />
          </>
        )}
        <Button onClick={revert}>{t('kit.revert')}</Button>
        <Button kind="primary" onClick={() => setIsSaving(true)} disabledReason={count === 0 ? t('price.nothingChanged') : reason}>
          {t('price.saveAs', { id: draft.version + 1 })}
        </Button>
      </div>
      <BottomSheet isOpen={isPhone && isLooking} onClose={() => setIsLooking(false)} title={t('price.simulation')}>
        <SimulatedFigures simulation={simulation} disabledReason={reason} />
      </BottomSheet>
      <SaveDialog isOpen={isSaving} onClose={() => setIsSaving(false)} onSave={save} />
    </section>
  )
}

/** "4 models, 6 prices". */
function useChangedWords(): string {
  const t = useText()
  const { summary } = useDesk()
  const parts = [
    ...(summary.models > 0
      ? [t('price.changedModels', { count: summary.models }), t('price.changedPrices', { count: summary.prices })]
      : []),
    ...(summary.others.length > 0 ? [t('price.changedOthers', { count: summary.others.length })] : []),
  ]
  return parts.length === 0 ? t('price.changedNothing') : parts.join(t('price.comma'))
}

interface SaveDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSave: (note: string) => Promise<boolean>
}

/** The last step: what the version is for. */
function SaveDialog({ isOpen, onClose, onSave }: SaveDialogProps) {
  const t = useText()
  const { draft } = useDesk()
  const changed = useChangedWords()
  const [note, setNote] = useState('')
  const save = async () => {
    const isDone = await onSave(note.trim())
    if (isDone) setNote('')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('price.saveAs', { id: draft.version + 1 })}
      width={452}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={save}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      <div className="price-form">
        <p className="text2">
          <strong>{changed}</strong>
          <br />
          {t('price.saveText')}
        </p>
        <TextInput
          label={t('price.note')}
          value={note}
          onChange={setNote}
          placeholder={t('price.noteExample')}
          maxLength={PRICE_NOTE_MAX}
          hint={t('price.noteHint')}
          takesFocus
        />
      </div>
    </Dialog>
  )
}
