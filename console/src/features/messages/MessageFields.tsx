import type { MessageFormat } from '@waystation/contract/message'
import { useText } from '~/i18n'
import { MessageContent } from '~/shared/message/MessageContent'
import { FormSection, MarkdownField, Segmented, TextField, useField } from '~/ui/kit'
import { formatNames } from './message-columns.tsx'
import './messages.css'

/** Title, format and content, with its preview. */
export function MessageFields({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const format = useField<MessageFormat>({ name: 'format', label: t('message.format') })
  return (
    <FormSection>
      <div className="field wide message-head">
        <TextField name="title" label={t('message.name')} isRequired hasFocus={isNew} />
        <div className="field">
          <span className="field-label" aria-hidden>
            {t('message.format')}
          </span>
          <Segmented
            label={t('message.format')}
            value={format.value}
            onChange={format.set}
            choices={[
              { value: 'markdown', label: formatNames.markdown },
              { value: 'html', label: formatNames.html },
              { value: 'plain', label: t('message.plain') },
            ]}
          />
        </div>
      </div>
      <MarkdownField
        name="content"
        label={t('message.content')}
        isRequired
        placeholder={t('message.contentHint')}
        {...(format.value === 'markdown'
          ? {}
          : { preview: (content: string) => <MessageContent format={format.value} content={content} /> })}
      />
    </FormSection>
  )
}
