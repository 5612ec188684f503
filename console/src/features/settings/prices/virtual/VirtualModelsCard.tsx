import type { ActualModel, ModelMapping } from '@waystation/contract/models/model-mapping'
import { modelMapping } from '@waystation/contract/options/pricing'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, EditIcon, EmptyState, IconButton, PlusIcon, RouteIcon, Tag, TrashIcon, useUrlState } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { PriceHistory, VersionLine } from '../history/PriceHistory.tsx'
import { textOf, withText } from '../price-draft.ts'
import { SettingText, useProblem } from '../SettingText.tsx'
import { VirtualModelDialog } from './VirtualModelDialog.tsx'
import './virtual-models.css'

const KEY = modelMapping.key

/** The virtual models of the draft; undefined: the text cannot be read. */
function useMapping(): ModelMapping | undefined {
  const { draft } = useDesk()
  const decoded = modelMapping.type.codec.safeDecode(textOf(draft, KEY))
  return decoded.success ? decoded.data : undefined
}

/** Names that other models serve: the list, a dialog for each, and the text. They are saved as a version, as prices are. */
export function VirtualModelsCard() {
  const t = useText()
  const { change } = useDesk()
  const mapping = useMapping()
  const problem = useProblem(KEY)
  const { params, change: showHistory } = useUrlState()
  // The name of the one that is edited; empty: a new one.
  const [edited, setEdited] = useState<string>()
  const put = (next: ModelMapping) => change((old) => withText(old, KEY, JSON.stringify(next, null, 2)))
  const remove = (name: string) => put(Object.fromEntries(Object.entries(mapping ?? {}).filter(([other]) => other !== name)))
  const add = (
    <Button icon={<PlusIcon />} onClick={() => setEdited('')} disabledReason={mapping ? undefined : problem}>
      {t('virtual.add')}
    </Button>
  )
  return (
    <section className="settings-card price-card" id="virtual" aria-labelledby="virtual-title">
      <header>
        <div className="settings-title">
          <h2 id="virtual-title">{t('virtual.title')}</h2>
          <p>{t('virtual.text')}</p>
          <p>
            <VersionLine />
          </p>
        </div>
        {add}
      </header>
      {mapping && Object.keys(mapping).length === 0 && (
        <EmptyState icon={<RouteIcon />} title={t('virtual.emptyTitle')} text={t('virtual.emptyText')} />
      )}
      {mapping && (
        <ul className="virtual-list" aria-label={t('virtual.title')}>
          {Object.entries(mapping).map(([name, models]) => (
            <li key={name}>
              <code className="virtual-name">{name}</code>
              <ol>
                {models
                  .toSorted((one, other) => other.priorities - one.priorities)
                  .map((model) => (
                    <Behind key={model.model} behind={model} />
                  ))}
              </ol>
              <span className="price-row-actions">
                <IconButton isSmall label={t('virtual.edit', { name })} icon={<EditIcon />} onClick={() => setEdited(name)} />
                <IconButton isSmall isDanger label={t('virtual.remove', { name })} icon={<TrashIcon />} onClick={() => remove(name)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="price-texts">
        <SettingText name={KEY} />
      </div>
      <PriceHistory isOpen={params.history !== undefined && params.tab === 'models'} onClose={() => showHistory({ history: undefined })} />
      {mapping && edited !== undefined && (
        <VirtualModelDialog name={edited} mapping={mapping} onClose={() => setEdited(undefined)} onDone={put} />
      )}
    </section>
  )
}

function Behind({ behind: { model, priorities, share, when } }: { readonly behind: ActualModel }) {
  const t = useText()
  const conditions = Object.keys(when ?? {}).length
  return (
    <li>
      <code>{model}</code>
      <span className="text3 number">{t('virtual.priorityOf', { priority: priorities })}</span>
      {share !== undefined && <span className="text3 number">{t('virtual.shareOf', { share })}</span>}
      {conditions > 0 && <Tag tone="blue">{t('virtual.conditionsOf', { count: conditions })}</Tag>}
    </li>
  )
}
