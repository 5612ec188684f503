import { jsonPlace } from '@waystation/contract/values/json-place'
import { repeatedName } from '@waystation/contract/values/repeated-name'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'

export interface JsonFieldProps extends FieldProps {
  readonly rows?: number
  /** Shown while empty, such as an example. */
  readonly placeholder?: string
}

/** JSON as text. "Format" pretty-prints it; invalid JSON is reported on blur, and the schema decides on submit. */
export function JsonField(props: JsonFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const typing = useTypingIn<'text'>()
  const isTyping = typing.current !== undefined
  const text = (field.value ?? '').trim()
  const problem = useProblem(text === '' ? '' : (field.value ?? ''))
  const format = () => field.set(JSON.stringify(JSON.parse(text), null, 2))
  return (
    <FieldFrame
      props={props}
      field={{ ...field, error: isTyping && field.error === undefined ? undefined : (problem ?? field.error) }}
      below={
        text !== '' && (
          <div className="models-bar">
            <Button size="small" kind="text" onClick={format} disabledReason={problem}>
              {t('form.formatJson')}
            </Button>
            {problem === undefined && <span>{t('form.validJson')}</span>}
          </div>
        )
      }
    >
      <Input.TextArea
        {...field.control}
        value={field.value ?? ''}
        status={field.status === '' && !isTyping && problem !== undefined ? 'error' : field.status}
        placeholder={props.placeholder}
        autoSize={{ minRows: props.rows ?? 3, maxRows: 16 }}
        className="mono"
        spellCheck={false}
        onFocus={() => typing.enter('text')}
        onBlur={typing.leave}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}

/** Why a text is no JSON, or says two things under one name. */
function useProblem(json: string): string | undefined {
  const t = useText()
  if (json === '') return undefined
  const place = jsonPlace(json)
  if (place) return t('form.invalidJsonAt', { ...place })
  const name = repeatedName(json)
  return name === undefined ? undefined : t('form.repeatedName', { name })
}

/** Milliseconds until what is wrong is shown: were it at once, the button that one is about to press would move away under the pointer. */
const AFTER_LEAVING_MS = 200

/** Which of several fields is being typed in, so that errors appear on blur and not in the middle of a word. */
export function useTypingIn<Id extends string | number>() {
  const [current, setCurrent] = useState<Id>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    current,
    enter(id: Id) {
      clearTimeout(timer.current)
      setCurrent(id)
    },
    leave() {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCurrent(undefined), AFTER_LEAVING_MS)
    },
  }
}
