import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { SideSheet } from '../dialog/SideSheet.tsx'
import { InfoIcon } from '../icons.ts'
import { ErrorState, SkeletonLines } from '../page/States.tsx'
import type { Drawer } from '../url/use-drawer.ts'
import { checkAll, Form, FormFailure, type FormProps } from './Form.tsx'
import { FormStore, isDirty as hasChanges } from './form-store.ts'
import { useLeaveBlocker } from './use-leave-blocker.ts'
import './form-drawer.css'

export interface FormDrawerProps<Schema extends z.ZodObject> extends Omit<FormProps<Schema>, 'store' | 'id'> {
  /** From `useDrawer`. Any record with an id: only its being open and loading matter here. */
  readonly drawer: Drawer<{ readonly id: number }>
  readonly title: ReactNode
  /** On the primary button: verb + thing. Default "Save". */
  readonly submitLabel?: string
  /** At the left of the footer while nothing has changed. */
  readonly footnote?: ReactNode
  /** px; default 800 for new things, 900 for edited ones. */
  readonly width?: number
}

/**
 * A form in a drawer: 800 px to create, 900 to edit, the whole width of a phone. Enter submits, Escape closes, leaving with unsaved
 * changes asks. After a submit that did not throw it closes.
 */
export function FormDrawer<Schema extends z.ZodObject>(props: FormDrawerProps<Schema>) {
  const { drawer, schema, initial, check, onSubmit, submitLabel, footnote, children } = props
  const formId = useId()
  const store = useStorePerOpening(drawer, () => new FormStore(initial, (values) => checkAll(schema, check, values)))
  const { title, width } = useKept({ title: props.title, width: props.width ?? (drawer.isNew ? 800 : 900) }, drawer.isOpen)
  const isReady = drawer.isOpen && !drawer.isLoading && drawer.error === null
  // From one tab of the drawer to another nothing is left: the form stays as it is.
  useLeaveBlocker({ isAtRisk: () => drawer.isOpen && store.isDirty() && !store.isSubmitting(), isActive: drawer.isOpen, free: ['tab'] })

  return (
    <SideSheet
      isOpen={drawer.isOpen}
      onClose={drawer.close}
      title={title}
      width={width}
      footer={
        <DrawerFoot formId={formId} store={store} isReady={isReady} footnote={footnote} submitLabel={submitLabel} onClose={drawer.close} />
      }
    >
      {drawer.error !== null ? (
        <ErrorState error={drawer.error} />
      ) : drawer.isLoading ? (
        <SkeletonLines count={10} />
      ) : (
        <Form
          id={formId}
          store={store}
          schema={schema}
          initial={initial}
          {...(check ? { check } : {})}
          onSubmit={async (values) => {
            await onSubmit(values)
            store.markClean()
            drawer.close()
          }}
        >
          <FormFailure />
          {children}
        </Form>
      )}
    </SideSheet>
  )
}

interface DrawerFootProps {
  readonly formId: string
  readonly store: FormStore
  /** Is the form there? */
  readonly isReady: boolean
  readonly footnote: ReactNode
  readonly submitLabel: string | undefined
  readonly onClose: () => void
}

/** Below the form: the unsaved changes, cancel and save. */
function DrawerFoot({ formId, store, isReady, footnote, submitLabel, onClose }: DrawerFootProps) {
  const t = useText()
  const isDirty = useSelector(store.state, hasChanges)
  const isBusy = useSelector(store.state, ({ isSubmitting }) => isSubmitting)
  return (
    <div className="drawer-footer">
      <span className="drawer-note">
        {isDirty && <InfoIcon />}
        {isDirty ? t('form.unsaved') : footnote}
      </span>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button kind="primary" isSubmit form={formId} isBusy={isBusy} isDisabled={!isReady}>
        {submitLabel ?? t('action.save')}
      </Button>
    </div>
  )
}

/** A fresh store each time the drawer has something new to show; the old one stays while it slides away. */
function useStorePerOpening(drawer: Drawer<{ readonly id: number }>, make: () => FormStore): FormStore {
  const shown = drawer.isOpen && !drawer.isLoading ? `${drawer.isNew}-${drawer.item?.id ?? ''}` : undefined
  const [current, setCurrent] = useState(() => ({ shown, store: make() }))
  if (shown === current.shown || (shown === undefined && drawer.isOpen)) return current.store
  const next = { shown, store: shown === undefined ? current.store : make() }
  setCurrent(next)
  return next.store
}

/** The value while it is live, and the last live one after that, so that a closing drawer does not change its title. */
function useKept<Value>(value: Value, isLive: boolean): Value {
  const kept = useRef(value)
  if (isLive) kept.current = value
  return isLive ? value : kept.current
}
