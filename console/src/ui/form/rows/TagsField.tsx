import { LIST_SEPARATOR, listItems } from '@waystation/contract/values/codec'
import { Input } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { CloseIcon } from '../../icons.ts'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import { useFormScope } from '../Form.tsx'
import './tags-field.css'

export interface TagsFieldProps extends FieldProps {
  /** What is wrong with one more item beside those that are there; undefined: nothing. */
  readonly problemOf?: (item: string, others: readonly string[]) => string | undefined
  readonly placeholder?: string
}

/** Short texts as a comma list on the wire: each a tag that can be taken out, with a line below for the next one. */
export function TagsField(props: TagsFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const { store } = useFormScope()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const items = listItems(field.value ?? '')

  const type = (text: string, found?: string) => {
    setTyped(text)
    setProblem(found)
    // What cannot be added must not get lost when the form is saved.
    store.hold(props.name, found)
  }
  /** Adds what is right; the first item that is not stays where it was typed. */
  const add = (text: string) => {
    let known = items
    for (const item of listItems(text)) {
      const found = props.problemOf?.(item, known)
      if (found !== undefined) {
        field.set(known.join(','))
        type(item, found)
        return
      }
      if (!known.includes(item)) known = [...known, item]
    }
    field.set(known.join(','))
    type('')
  }
  const takeOut = (item: string) => field.set(items.filter((other) => other !== item).join(','))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '') takeOut(items.at(-1) ?? '')
    // An empty line leaves Enter to the form.
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return
    event.preventDefault()
    add(typed)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!LIST_SEPARATOR.test(pasted.trim())) return
    event.preventDefault()
    add(typed + pasted)
  }

  const error = problem ?? field.error
  return (
    <FieldFrame props={props} field={{ ...field, error }}>
      <div className={`tags-field ${error === undefined ? '' : 'wrong'}`}>
        {items.map((item) => (
          <span key={item} className="tag tag-neutral">
            {item}
            {!field.control.disabled && (
              <button type="button" aria-label={t('kit.mapRemove', { key: item })} onClick={() => takeOut(item)}>
                <CloseIcon />
              </button>
            )}
          </span>
        ))}
        <Input
          {...field.control}
          aria-invalid={error !== undefined}
          variant="borderless"
          value={typed}
          placeholder={props.placeholder ?? t('form.addTag')}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => typed.trim() !== '' && add(typed)}
        />
      </div>
    </FieldFrame>
  )
}
