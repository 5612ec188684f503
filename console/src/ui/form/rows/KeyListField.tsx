import { cleanKeys, splitKeys } from '@waystation/contract/channels/channel-key'
import { LIST_SEPARATOR } from '@waystation/contract/values/codec'
import { Input } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { CloseIcon } from '../../icons.ts'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import { joinKeys, maskedKey } from './key-list.ts'
import './key-list.css'

export interface KeyListFieldProps extends FieldProps {
  readonly placeholder?: string
  /** Keys may be documents of their own, with commas and lines in them: they are counted, and never taken apart. */
  readonly isDocument?: boolean
}

/** Keys as one text. Commas or lines in it switch to a list of keys, masked, each of which can be taken out. */
export function KeyListField(props: KeyListFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const [isText, setIsText] = useState(false)
  const value = field.value ?? ''
  const keys = splitKeys(value, props.isDocument ? 'document' : 'list')
  const isList = !props.isDocument && !isText && LIST_SEPARATOR.test(value)
  const label = isList || (props.isDocument && keys.length > 1) ? `${props.label} · ${keys.length}` : props.label

  const switcher = !props.isDocument && LIST_SEPARATOR.test(value) && (
    <div className="key-switch">
      <Button size="small" kind="text" onClick={() => setIsText(!isText)}>
        {t(isText ? 'form.keysAsList' : 'form.keysAsText')}
      </Button>
    </div>
  )
  return (
    <FieldFrame
      props={{ ...props, label, ...(isList ? {} : { cleanedBy: isText ? undefined : cleanKeys }) }}
      field={field}
      below={switcher}
    >
      {isList ? (
        <KeyList id={field.control.id} keys={keys} hasError={field.status === 'error'} onChange={(next) => field.set(joinKeys(next))} />
      ) : (
        <Input.TextArea
          {...field.control}
          className="mono"
          rows={props.isDocument ? 5 : 2}
          value={value}
          status={field.status}
          placeholder={props.placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

interface KeyListProps {
  readonly id: string
  readonly keys: readonly string[]
  readonly hasError: boolean
  readonly onChange: (keys: readonly string[]) => void
}

function KeyList({ id, keys, hasError, onChange }: KeyListProps) {
  const t = useText()
  return (
    <div className={`key-list ${hasError ? 'wrong' : ''}`}>
      <ol>
        {keys.map((key, index) => (
          <li key={key}>
            <span className="text3">{index + 1}</span>
            <code className="grow ellipsis">{maskedKey(key)}</code>
            <IconButton
              label={t('form.removeKey', { key: maskedKey(key) })}
              icon={<CloseIcon />}
              isSmall
              onClick={() => onChange(keys.filter((other) => other !== key))}
            />
          </li>
        ))}
      </ol>
      <NextKey id={id} onAdd={(text) => onChange([...new Set([...keys, ...splitKeys(text, 'list')])])} />
    </div>
  )
}

/** Takes one more key, or several that are pasted. */
function NextKey({ id, onAdd }: { readonly id: string; readonly onAdd: (text: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    onAdd(text)
    setTyped('')
  }
  const addPasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!LIST_SEPARATOR.test(text.trim())) return
    event.preventDefault()
    add(typed + text)
  }
  const addTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter adds a key here; an empty field leaves it to the form.
    if (typed.trim() === '') return
    event.preventDefault()
    add(typed)
  }
  return (
    <Input
      id={id}
      autoFocus
      className="mono"
      variant="borderless"
      value={typed}
      placeholder={t('form.addKey')}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onPaste={addPasted}
      onKeyDown={addTyped}
      onBlur={() => typed.trim() !== '' && add(typed)}
    />
  )
}
