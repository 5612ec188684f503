import { listGroups } from '@waystation/contract/api/channels/catalog'
import { listEnabledModels } from '@waystation/contract/api/channels/channel'
import { type AskedEndpoint, askedEndpoints } from '@waystation/contract/calls/route'
import { type ReactNode, useState } from 'react'
import { call } from '~/api/call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { RouteAnswer } from '~/shared/route/RouteAnswer'
import { EmptyState, RouteIcon, SearchSelect, Select, SideSheet, Toggle } from '~/ui/kit'

/** Models that the list shows at once; more are found by typing. */
const MAX_SHOWN = 50
const USUAL = ''

/** The models that some channel serves, and what was typed: a name may be served that nobody lists. */
async function searchModels(word: string, signal: AbortSignal) {
  const models = await call(listEnabledModels, {}, { signal })
  const found = models.filter((name) => name.toLowerCase().includes(word.toLowerCase())).slice(0, MAX_SHOWN)
  const names = word === '' || found.includes(word) ? found : [word, ...found]
  return names.map((name) => ({ value: name, label: name }))
}

/** Asks where a call of a model in a group would go now. */
export function RouteSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} width={560} title={t('route.title')}>
      <Question onLeave={onClose} />
    </SideSheet>
  )
}

function Question({ onLeave }: { readonly onLeave: () => void }) {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  const [model, setModel] = useState<string>()
  const [wanted, setGroup] = useState<string>()
  const [endpoint, setEndpoint] = useState<AskedEndpoint>()
  const [stream, setStream] = useState(false)
  const names = groups.data ?? []
  const group = wanted ?? (names.includes('default') ? 'default' : names[0])
  return (
    <>
      <div className="route-fields">
        <Labelled label={t('route.model')}>
          <SearchSelect
            label={t('route.model')}
            value={model}
            placeholder={t('route.modelPlaceholder')}
            search={searchModels}
            onChange={setModel}
          />
        </Labelled>
        <Labelled label={t('route.group')}>
          <Select
            label={t('route.group')}
            value={group}
            choices={names.map((name) => ({ value: name, label: name }))}
            onChange={setGroup}
            isSearchable
          />
        </Labelled>
        <Labelled label={t('route.endpoint')}>
          <Select
            label={t('route.endpoint')}
            value={endpoint ?? USUAL}
            choices={[
              { value: USUAL, label: t('route.endpointUsual') },
              ...askedEndpoints.map((path) => ({ value: path, label: path.startsWith('/ws/') ? 'Live API' : path })),
            ]}
            onChange={(value) => setEndpoint(askedEndpoints.find((path) => path === value))}
          />
        </Labelled>
        <Toggle label={t('route.stream')} isOn={stream} onChange={setStream} />
      </div>
      {model && group ? (
        <RouteAnswer question={{ model, group, stream, ...(endpoint ? { endpoint } : {}) }} onLeave={onLeave} />
      ) : (
        <EmptyState icon={<RouteIcon />} title={t('route.pickTitle')} text={t('route.pickText')} />
      )}
    </>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="route-field">
      <span className="field-label">{label}</span>
      {children}
    </div>
  )
}
