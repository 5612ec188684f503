import { listGroups } from '@waystation/contract/api/channels/catalog'
import { listEnabledModels } from '@waystation/contract/api/channels/channel'
import { listUserTokens } from '@waystation/contract/api/people/user-page'
import { type AskedEndpoint, askedEndpoints } from '@waystation/contract/calls/route'
import { type ReactNode, useState } from 'react'
import { call } from '~/api/call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { type AskedRoute, RouteAnswer } from '~/shared/route/RouteAnswer'
import { userSearch } from '~/shared/user-search'
import { EmptyState, RouteIcon, SearchSelect, Select, SideSheet, Toggle } from '~/ui/kit'

/** Models that the list shows at once; more are found by typing. */
const MAX_SHOWN = 50
const USUAL = ''
/** The group that a user has. */
const OWN = ''

/** The models that some channel serves, and what was typed: a name may be served that nobody lists. */
async function searchModels(word: string, signal: AbortSignal) {
  const models = await call(listEnabledModels, {}, { signal })
  const found = models.filter((name) => name.toLowerCase().includes(word.toLowerCase())).slice(0, MAX_SHOWN)
  const names = word === '' || found.includes(word) ? found : [word, ...found]
  return names.map((name) => ({ value: name, label: name }))
}

const searchCallers = userSearch(({ id }) => String(id))

/** Asks where a call would go now: of anybody in a group, of a user, or with a token of theirs. */
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
  const [user, setUser] = useState<string>()
  const [token, setToken] = useState('')
  const [wanted, setGroup] = useState<string>()
  const [endpoint, setEndpoint] = useState<AskedEndpoint>()
  const [stream, setStream] = useState(false)
  const names = groups.data ?? []
  const group = wanted ?? (user !== undefined ? OWN : names.includes('default') ? 'default' : names[0])
  const caller = callerOf(user, token, group)
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
        <Labelled label={t('route.user')}>
          <SearchSelect
            label={t('route.user')}
            value={user}
            placeholder={t('route.anybody')}
            search={searchCallers}
            onChange={(id) => {
              setUser(id)
              setToken('')
              setGroup(undefined)
            }}
          />
        </Labelled>
        {user !== undefined && <TokenField key={user} userId={Number(user)} value={token} onChange={setToken} />}
        {token === '' && (
          <Labelled label={t('route.group')}>
            <Select
              label={t('route.group')}
              value={group}
              choices={[
                ...(user === undefined ? [] : [{ value: OWN, label: t('route.ownGroup') }]),
                ...names.map((name) => ({ value: name, label: name })),
              ]}
              onChange={setGroup}
              isSearchable
            />
          </Labelled>
        )}
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
      {model && caller ? (
        <RouteAnswer question={{ model, stream, ...caller, ...(endpoint ? { endpoint } : {}) }} onLeave={onLeave} />
      ) : (
        <EmptyState icon={<RouteIcon />} title={t('route.pickTitle')} text={t('route.pickText')} />
      )}
    </>
  )
}

/** Whose call it is; undefined: that is not said yet. */
function callerOf(user: string | undefined, token: string, group: string | undefined): Omit<AskedRoute, 'model'> | undefined {
  if (token !== '') return { token_id: Number(token) }
  if (user !== undefined) return { user_id: Number(user), ...(group ? { group } : {}) }
  return group ? { group } : undefined
}

interface TokenFieldProps {
  readonly userId: number
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The newest tokens of a user; nothing where they cannot be seen, or there are none. */
function TokenField({ userId, value, onChange }: TokenFieldProps) {
  const t = useText()
  const { data } = useData(listUserTokens, { params: { id: userId }, query: { p: 1, page_size: MAX_SHOWN } })
  if (!data || data.items.length === 0) return null
  return (
    <Labelled label={t('route.token')}>
      <Select
        label={t('route.token')}
        value={value}
        choices={[
          { value: '', label: t('route.noToken') },
          ...data.items.map(({ id, name }) => ({ value: String(id), label: `#${id} ${name}` })),
        ]}
        onChange={onChange}
        isSearchable
      />
    </Labelled>
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
