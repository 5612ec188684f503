import type { ChangeableFields, ChangedChannel } from '@waystation/contract/channels/channel-change'
import { splitList } from '@waystation/contract/values/codec'
import type { z } from 'zod'
import { type TextKey, useText } from '~/i18n'
import '../channel.css'

/** Of channels that are shown; more are counted. */
const MAX_SHOWN = 6
/** Of items of a list that came or went. */
const MAX_ITEMS = 5

/** As it comes from the server. */
type Changed = z.input<typeof ChangedChannel>

const labels: Readonly<Record<keyof ChangeableFields, TextKey>> = {
  models: 'channel.models',
  group: 'channel.groups',
  tag: 'channels.tags',
  priority: 'channel.priority',
  weight: 'channel.weight',
  auto_ban: 'channel.autoBan',
  test_model: 'channel.testModel',
}

/** What becomes of each channel, field by field. */
export function ChangePreview({ changes }: { readonly changes: readonly Changed[] }) {
  const t = useText()
  const rest = changes.length - MAX_SHOWN
  return (
    <div className="change-preview">
      {changes.slice(0, MAX_SHOWN).map((changed) => (
        <section key={changed.id}>
          <strong className="ellipsis">{changed.name}</strong>
          <dl>
            {fieldsOf(changed).map((field) => (
              <div key={field}>
                <dt>{t(labels[field])}</dt>
                <dd>
                  <Difference field={field} changed={changed} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {rest > 0 && <p className="field-hint">{t('channels.changesMore', { count: rest })}</p>}
    </div>
  )
}

const fieldsOf = ({ after }: Changed) => (Object.keys(labels) as (keyof ChangeableFields)[]).filter((field) => after[field] !== undefined)

/** Of a list what came and what went, of a figure both. */
function Difference({ field, changed: { before, after } }: { readonly field: keyof ChangeableFields; readonly changed: Changed }) {
  const t = useText()
  if (field === 'models' || field === 'group' || field === 'tag') {
    const [was, is] = [splitList(before[field] ?? '', /,/), splitList(after[field] ?? '', /,/)]
    const came = is.filter((item) => !was.includes(item))
    const went = was.filter((item) => !is.includes(item))
    return (
      <>
        {came.length > 0 && <span className="tone-green">+ {inShort(came)}</span>}
        {went.length > 0 && <span className="tone-red">− {inShort(went)}</span>}
        {came.length + went.length === 0 && <span>{inShort(is)}</span>}
      </>
    )
  }
  const words = (value: string | number | undefined) =>
    field === 'auto_ban' ? t(value === 1 ? 'channels.on' : 'channels.off') : value === '' || value === undefined ? '–' : String(value)
  return (
    <span>
      {words(before[field])} → {words(after[field])}
    </span>
  )
}

const inShort = (items: readonly string[]): string =>
  items.length > MAX_ITEMS ? `${items.slice(0, MAX_ITEMS).join(', ')} +${items.length - MAX_ITEMS}` : items.join(', ')
