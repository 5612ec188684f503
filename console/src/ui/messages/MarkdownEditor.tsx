import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { ControlProps } from '../form/Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { Markdown } from '../Markdown.tsx'
import { Segmented } from '../Segmented.tsx'
import { useIsPhone } from '../use-phone.ts'
import { applyEdit } from './apply-edit.ts'
import { useMarkdownTools } from './markdown-tools.tsx'
import './markdown-editor.css'

export interface MarkdownEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Of the text area: from a form's field, or an id and a label of the caller's. */
  readonly control: Partial<ControlProps> & { readonly 'aria-label'?: string }
  readonly placeholder?: string
  /** px of the box below its head. */
  readonly height?: number
}

/**
 * Markdown as text, with the buttons for what is usual and a preview beside it; on a phone the two take turns. Ctrl or Cmd with B, I and K is
 * bold, italic and a link. What a button does can be undone like typing.
 */
export function MarkdownEditor({ value, onChange, control, placeholder, height = 232 }: MarkdownEditorProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const area = useRef<HTMLTextAreaElement>(null)
  const tools = useMarkdownTools()
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const isPreview = isPhone && side === 'preview'

  const use = (tool: (typeof tools)[number]) => {
    const field = area.current
    if (!field) return
    applyEdit(field, tool.edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    use(tool)
  }

  return (
    <div className={`markdown-editor ${control['aria-invalid'] ? 'wrong' : ''}`}>
      <div className="markdown-editor-head">
        {/* In the preview there is nothing that they could act on. */}
        {!isPreview && (
          <div role="toolbar" aria-label={t('kit.markdown.tools')} className="markdown-tools">
            {tools.map((tool) => (
              <IconButton
                key={tool.label}
                isSmall
                label={tool.key === undefined ? tool.label : `${tool.label} (Ctrl+${tool.key.toUpperCase()})`}
                icon={tool.icon}
                disabledReason={control.disabled ? t('kit.markdown.locked') : undefined}
                onClick={() => use(tool)}
              />
            ))}
          </div>
        )}
        {isPhone ? (
          <Segmented
            label={t('kit.markdown.side')}
            value={side}
            onChange={setSide}
            choices={[
              { value: 'write', label: t('kit.markdown.write') },
              { value: 'preview', label: t('kit.markdown.preview') },
            ]}
          />
        ) : (
          <span className="text3">{t('kit.markdown.preview')}</span>
        )}
      </div>
      <div className="markdown-editor-sides" style={{ height }}>
        <textarea
          {...control}
          ref={area}
          className="mono"
          hidden={isPreview}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        {(!isPhone || isPreview) && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section className="markdown-preview" aria-label={t('kit.markdown.preview')} tabIndex={0}>
            {value.trim() === '' ? <p className="text3">{t('kit.markdown.nothing')}</p> : <Markdown text={value} isTrusted />}
          </section>
        )}
      </div>
    </div>
  )
}
