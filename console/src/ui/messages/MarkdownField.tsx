import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useField } from '../form/Field.tsx'
import { MarkdownEditor } from './MarkdownEditor.tsx'

export interface MarkdownFieldProps extends FieldProps {
  readonly placeholder?: string
  /** What the text looks like, where it is no Markdown: there are no tools then. */
  readonly preview?: (text: string) => ReactNode
}

/** Markdown in a form, with its preview. */
export function MarkdownField(props: MarkdownFieldProps) {
  const field = useField<string | undefined>(props)
  return (
    <FieldFrame props={{ ...props, isWide: props.isWide ?? true }} field={field}>
      <MarkdownEditor
        control={field.control}
        value={field.value ?? ''}
        onChange={field.set}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        {...(props.preview === undefined ? {} : { preview: props.preview })}
      />
    </FieldFrame>
  )
}
