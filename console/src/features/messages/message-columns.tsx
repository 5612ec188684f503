import type { MessageFormat, SentMessage } from '@waystation/contract/people/message'
import type { Tone } from '@waystation/contract/site/status-table'
import { useLanguage, useText } from '~/i18n'
import { type Card, type Column, NumberText, numberText, Tag, TimeText } from '~/ui/kit'

/** A table of messages. */
export const messageColumns: Column<SentMessage>[] = [
  { field: 'id', title: 'message.id', width: 56, isWhole: true, render: (id) => <span className="text3">#{id}</span> },
  { field: 'title', title: 'message.name', isFixed: true, width: 220, grow: 3 },
  { field: 'format', title: 'message.format', width: 96, render: (format) => <FormatTag format={format} /> },
  {
    field: 'stats',
    title: 'message.readShare',
    align: 'right',
    width: 120,
    render: (stats) => <Recipients stats={stats} />,
    csv: ({ stats }) => stats.total_recipients,
  },
  { field: 'created_at', title: 'message.created', width: 140, grow: 1, render: (unix) => <TimeText unix={unix} /> },
]

/** A message on a phone. */
export function messageCard(message: SentMessage): Card {
  return {
    title: message.title,
    aside: <FormatTag format={message.format} />,
    meta: <ReadWords stats={message.stats} />,
    metaAside: <TimeText unix={message.created_at} />,
  }
}

/** How many have read it, of how many. */
function Recipients({ stats }: Pick<SentMessage, 'stats'>) {
  return (
    <>
      <NumberText value={stats.read_count} />
      <span className="text3"> / </span>
      <NumberText value={stats.total_recipients} />
    </>
  )
}

/** The same in words, where no head of a column says what the figures are. */
function ReadWords({ stats }: Pick<SentMessage, 'stats'>) {
  const t = useText()
  const language = useLanguage()
  return t('message.readOf', { read: numberText(stats.read_count, language), total: numberText(stats.total_recipients, language) })
}

const tones: Readonly<Record<MessageFormat, Tone>> = { html: 'blue', markdown: 'green', plain: 'neutral' }

function FormatTag({ format }: { readonly format: MessageFormat }) {
  const t = useText()
  return <Tag tone={tones[format]}>{format === 'plain' ? t('message.plain') : formatNames[format]}</Tag>
}

/** Formats whose names are the same in every language. */
export const formatNames = { markdown: 'Markdown', html: 'HTML' } as const
