import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { ControlProps } from '../form/Field.tsx'
import { IconButton } from '../IconButton.tsx'
import { Markdown } from '../Markdown.tsx'
import { Segmented } from '../Segmented.tsx'
import { useIsPhone } from '../use-phone.ts'
import { applyEdit } from './apply-edit.ts'
import { type MarkdownTool, useMarkdownTools } from './markdown-tools.tsx'
import './markdown-editor.css'

export interface MarkdownEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Of the text area: from a form's field, or an id and a label of the caller's. */
  readonly control: Partial<ControlProps> & { readonly 'aria-label'?: string }
  readonly placeholder?: string
  /** What the text looks like, where it is no Markdown: there are no tools then. */
  readonly preview?: (text: string) => ReactNode
  /** px of the box below its head. */
  readonly height?: number
}

/**
 * Markdown as text, with the buttons for what is usual and a preview next to it; on a phone one at a time. Ctrl or Cmd with B, I and K is
 * bold, italic and a link. What a button does can be undone like typing.
 */
export function MarkdownEditor({ value, onChange, control, placeholder, preview, height = 232 }: MarkdownEditorProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const area = useRef<HTMLTextAreaElement>(null)
  const tools = useMarkdownTools()
  const [side, setSide] = useState<Side>('write')
  const isPreview = isPhone && side === 'preview'

  const use = (tool: MarkdownTool) => {
    const field = area.current
    if (!field) return
    applyEdit(field, tool.edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (preview || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    use(tool)
  }

  return (
    <div className={`markdown-editor ${control['aria-invalid'] ? 'wrong' : ''}`}>
      <div className="markdown-editor-head">
        {/* In the preview there is nothing that they could act on. */}
        {!isPreview && !preview && <Toolbar tools={tools} isDisabled={control.disabled ?? false} onUse={use} />}
        {isPhone ? <SideChoice side={side} onChange={setSide} /> : <span className="text3">{t('kit.markdown.preview')}</span>}
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
            {value.trim() === '' ? (
              <p className="text3">{t('kit.markdown.nothing')}</p>
            ) : (
              (preview?.(value) ?? <Markdown text={value} isTrusted />)
            )}
          </section>
        )}
      </div>
    </div>
  )
}

interface ToolbarProps {
  readonly tools: readonly MarkdownTool[]
  readonly isDisabled: boolean
  readonly onUse: (tool: MarkdownTool) => void
}

function Toolbar({ tools, isDisabled, onUse }: ToolbarProps) {
  const t = useText()
  return (
    <div role="toolbar" aria-label={t('kit.markdown.tools')} className="markdown-tools">
      {tools.map((tool) => (
        <IconButton
          key={tool.label}
          isSmall
          label={tool.key === undefined ? tool.label : `${tool.label} (Ctrl+${tool.key.toUpperCase()})`}
          icon={tool.icon}
          disabledReason={isDisabled ? t('kit.markdown.locked') : undefined}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  )
}

type Side = 'write' | 'preview'

/** On a phone: which of the two is shown. */
function SideChoice({ side, onChange }: { readonly side: Side; readonly onChange: (side: Side) => void }) {
  const t = useText()
  return (
    <Segmented
      label={t('kit.markdown.side')}
      value={side}
      onChange={onChange}
      choices={[
        { value: 'write', label: t('kit.markdown.write') },
        { value: 'preview', label: t('kit.markdown.preview') },
      ]}
    />
  )
}
