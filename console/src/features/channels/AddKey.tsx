import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { CallError, messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Button, PlusIcon } from '~/ui/kit'

/** A line below a list of keys that takes more of them: one by one, or many at once from the clipboard. */
export function AddKey({ onAdd }: { readonly onAdd: (keys: string) => Promise<unknown> }) {
  const t = useText()
  const id = useId()
  const { typed, setTyped, error, add } = useAdding(onAdd)
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!LINE_END.test(text)) return
    // A field of one line would run the lines together, and their keys with them.
    event.preventDefault()
    setTyped(asOneLine(typed, text))
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
    // Enter adds the key, and leaves the form around as it is.
    event.preventDefault()
    void add()
  }
  return (
    <div className="add-key">
      <input
        className="mono"
        aria-label={t('channel.keyAdd')}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        aria-invalid={error !== undefined}
        placeholder={t('channel.keyAddPlaceholder')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={paste}
        onKeyDown={addOnEnter}
      />
      <Button size="small" icon={<PlusIcon />} onClick={add} disabledReason={typed.trim() === '' ? t('channel.keyAddFirst') : undefined}>
        {t('channel.keyAdd')}
      </Button>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Keys while they are typed, and why they could not be added. */
function useAdding(onAdd: (keys: string) => Promise<unknown>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const add = async () => {
    setError(undefined)
    try {
      await onAdd(typed)
      setTyped('')
    } catch (failure) {
      setError((failure instanceof CallError ? failure.fields.key : undefined) ?? messageOf(failure))
    }
  }
  return { typed, setTyped, error, add }
}

const LINE_END = /[\r\n]+/

/** What is typed and the lines of what is pasted, with commas between them. */
function asOneLine(typed: string, pasted: string): string {
  return [typed, ...pasted.split(LINE_END)]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
}
