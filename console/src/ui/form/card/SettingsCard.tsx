import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { checkAll, Form, FormFailure, type FormProps } from '../Form.tsx'
import { dirtyNames, FormStore } from '../form-store.ts'
import { useUnsaved } from '../LeaveGuard.tsx'
import './settings.css'

export interface SettingsCardProps<Schema extends z.ZodObject> extends Pick<FormProps<Schema>, 'schema' | 'initial' | 'check'> {
  /** Its id on the page, which the index leads to. */
  readonly id: string
  readonly title: string
  /** One line below the title. */
  readonly text?: ReactNode
  /**
   * Gets only what was changed. A CallError shows at its fields or in the card, so the call must be quiet. Where fields are saved one
   * after another, `settle` says which are, and as what; the others stay unsaved when it throws.
   */
  readonly onSave: (changed: Partial<z.input<Schema>>, settle: (name: string, value: unknown) => void) => unknown
  /** In the head, before revert and save. */
  readonly aside?: ReactNode
  /** Why nothing here may be changed, such as a missing right. Shown once, in the head. */
  readonly lockedReason?: string | undefined
  /** Fields of a form, each a row: name and help at the left, control at the right, or below with `isWide`. Or `SettingRow`s. */
  readonly children: ReactNode
}

/** Settings that are saved together. Changed ones are marked, and the head counts them, reverts and saves. */
export function SettingsCard<Schema extends z.ZodObject>(props: SettingsCardProps<Schema>) {
  const { id, title, text, schema, initial, check, onSave, aside, lockedReason, children } = props
  const formId = useId()
  const [store] = useState(() => new FormStore(initial, (values) => checkAll(schema, check, values)))
  const count = useSelector(store.state, (state) => dirtyNames(state).length)
  const isBusy = useSelector(store.state, ({ isSubmitting }) => isSubmitting)
  useUnsaved(id, isBusy ? 0 : count)

  // Later data from the server replaces fields that the user has not edited.
  const follow = useEffectEvent(() => store.rebase(initial))
  const given = JSON.stringify(initial)
  useEffect(() => {
    if (given !== '') follow()
  }, [given])

  const save = (values: z.input<Schema>) => onSave(only(values, store.dirtyNames()), (name, value) => store.settle(name, value))
  return (
    <section className="settings-card" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <div className="settings-title">
          <h2 id={`${id}-title`}>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {lockedReason !== undefined && <span className="settings-locked">{lockedReason}</span>}
        {aside}
        <SaveButtons count={count} isBusy={isBusy} formId={formId} onRevert={() => store.revert()} />
      </header>
      <Form
        id={formId}
        store={store}
        isLocked={lockedReason !== undefined}
        schema={schema}
        initial={initial}
        {...(check ? { check } : {})}
        onSubmit={save}
      >
        <FormFailure />
        <div className="setting-rows">{children}</div>
      </Form>
    </section>
  )
}

/** The part of an object that has these names. */
function only<Whole extends object>(whole: Whole, names: readonly string[]): Partial<Whole> {
  const part: Partial<Whole> = { ...whole }
  for (const name in part) if (!names.includes(name)) delete part[name]
  return part
}

/** Only there while something is unsaved, so that a page of cards is quiet. */
function SaveButtons(props: { readonly count: number; readonly isBusy: boolean; readonly formId: string; readonly onRevert: () => void }) {
  const t = useText()
  const { count, isBusy, formId, onRevert } = props
  return (
    <div className="settings-save" aria-live="polite">
      {(count > 0 || isBusy) && (
        <>
          <span className="settings-unsaved">
            <i className="dot" style={{ background: 'var(--amberDot)' }} />
            {t('kit.unsaved', { count })}
          </span>
          <Button onClick={onRevert} isDisabled={isBusy}>
            {t('kit.revert')}
          </Button>
          <Button kind="primary" isSubmit form={formId} isBusy={isBusy}>
            {t('action.save')}
          </Button>
        </>
      )}
    </div>
  )
}
