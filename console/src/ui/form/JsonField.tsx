import { Input } from 'antd'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { toast } from '../toasts.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export interface JsonFieldProps extends FieldProps {
  readonly rows?: number
  /** Shown while empty, such as an example. */
  readonly placeholder?: string
}

/** JSON as text. "Format" lays it out and says when it is not JSON; the schema has the last word on submit. */
export function JsonField(props: JsonFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const text = (field.value ?? '').trim()
  const problem = text === '' || isJson(text) ? undefined : t('form.invalidJson')
  const format = () => {
    if (problem !== undefined) return toast.failed(problem)
    if (text !== '') field.set(JSON.stringify(JSON.parse(text), null, 2))
  }
  return (
    <FieldFrame
      props={{ ...props, hint: problem ?? props.hint }}
      field={field}
      below={
        <div className="models-bar">
          <Button size="small" kind="text" onClick={format}>
            {t('form.formatJson')}
          </Button>
          {text !== '' && problem === undefined && <span>{t('form.validJson')}</span>}
        </div>
      }
    >
      <Input.TextArea
        {...field.control}
        value={field.value ?? ''}
        status={field.status}
        placeholder={props.placeholder}
        autoSize={{ minRows: props.rows ?? 3, maxRows: 16 }}
        className="mono"
        spellCheck={false}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
