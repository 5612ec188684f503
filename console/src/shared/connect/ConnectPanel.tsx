import { systems } from '@waystation/contract/clients/client'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { Banner, CopyButton, EyeIcon, EyeOffIcon, IconButton, Segmented, Select, SkeletonLines, TextInput } from '~/ui/kit'
import type { FirstModel } from '../first-model.tsx'
import { useServerAddress } from '../server-address.ts'
import { ModelPricesLink } from '../settings/ModelPricesLink.tsx'
import { ClientChoice } from './ClientChoice.tsx'
import { ConnectSteps } from './ConnectSteps.tsx'
import { ConnectTest } from './ConnectTest.tsx'
import { type Choice, type Choosing, choiceOf } from './connect-choice.ts'
import { Picker } from './Picker.tsx'
import type { LineKey } from './token-key.ts'
import './connect.css'

/** Stands in the lines where no model can be named. */
const NO_MODEL = 'YOUR_MODEL'

export interface ConnectPanelProps {
  readonly lineKey: LineKey
  /** Which models the token may call, and the usual one; undefined while that is not known. */
  readonly first: FirstModel | undefined
  readonly choosing: Choosing
  /** Above the choices, such as which token. */
  readonly head?: ReactNode
  /** Below the test call. */
  readonly foot?: ReactNode
}

/** How a program is connected with a token: what to choose, the lines to copy, and a call that shows that it works. */
export default function ConnectPanel({ lineKey, first, choosing, head, foot }: ConnectPanelProps) {
  const t = useText()
  const language = useLanguage()
  const address = useServerAddress()
  const choice = choiceOf(choosing.asked)
  const { client, system, dialect } = choice
  if (!first) return <SkeletonLines />
  const model = first.models.find((name) => name === choosing.asked.model) ?? first.model
  const stepsWith = (key: string) =>
    client.steps({ url: address, key, model: model ?? NO_MODEL, dialect }, { system, prompt: t('snippet.prompt') })
  return (
    <div className="connect">
      <div className="connect-grid">
        <div className="connect-choices">
          {head}
          <ClientChoice value={client} onChange={(id) => choosing.choose({ client: id, dialect: undefined })} />
          <ModelAndSystem choice={choice} choosing={choosing} models={first.models} model={model} />
          <Facts address={address} lineKey={lineKey} />
        </div>
        <div className="connect-work">
          <Warnings first={first} model={model} />
          {client.note && <Banner tone="blue">{client.note[language]}</Banner>}
          <ConnectSteps client={client} stepsWith={stepsWith} shownKey={lineKey.shown} wholeKey={lineKey.forLines} />
          <ConnectTest key={`${client.id} ${dialect} ${model}`} {...{ dialect, model, lineKey, address }} client={client.name} />
          {foot}
        </div>
      </div>
    </div>
  )
}

interface ModelAndSystemProps {
  readonly choice: Choice
  readonly choosing: Choosing
  readonly models: readonly string[]
  readonly model: string | undefined
}

function ModelAndSystem({ choice: { client, system, dialect }, choosing, models, model }: ModelAndSystemProps) {
  const t = useText()
  return (
    <div className="connect-pickers">
      {models.length > 0 && (
        <Picker label={t('connect.model')}>
          <Select
            label={t('connect.model')}
            value={model}
            choices={models.map((name) => ({ value: name, label: name }))}
            onChange={(name) => choosing.choose({ model: name })}
            isSearchable
          />
        </Picker>
      )}
      {client.dialects.length > 1 && (
        <Picker label={t('connect.format')}>
          <Select
            label={t('connect.format')}
            value={dialect}
            choices={client.dialects.map((name) => ({ value: name, label: t(`connect.dialect.${name}`) }))}
            onChange={(name) => choosing.choose({ dialect: name })}
          />
        </Picker>
      )}
      {!client.isSameEverywhere && (
        <Picker label={t('connect.system')}>
          <Segmented
            label={t('connect.system')}
            value={system}
            onChange={(name) => choosing.choose({ system: name })}
            choices={systems.map((name) => ({ value: name, label: t(`connect.systems.${name}`) }))}
            isBlock
          />
        </Picker>
      )}
    </div>
  )
}

/** Where programs call, and with which key. */
function Facts({ address, lineKey }: { readonly address: string; readonly lineKey: LineKey }) {
  const t = useText()
  const { alone, isWhole, toggle, forLines, type, typed } = lineKey
  return (
    <>
      <dl className="connect-fields">
        <div>
          <dt>{t('connect.address')}</dt>
          <dd>
            <code>{address}</code>
            <CopyButton value={address} label={t('connect.copyAddress')} />
          </dd>
        </div>
        <div>
          <dt>{t('connect.key')}</dt>
          <dd>
            <code>{alone}</code>
            {toggle && (
              <IconButton
                label={t(isWhole ? 'form.conceal' : 'action.showKey')}
                icon={isWhole ? <EyeOffIcon /> : <EyeIcon />}
                onClick={() => void toggle().catch(() => undefined)}
              />
            )}
            <CopyButton value={forLines} label={t('action.copyKey')} />
          </dd>
        </div>
      </dl>
      {type && <TextInput label={t('connect.typeKey')} hint={t('connect.typeKeyHint')} value={typed} onChange={type} placeholder="sk-…" />}
    </>
  )
}

/** Why a call cannot succeed, before it is made. */
function Warnings({ first, model }: { readonly first: FirstModel; readonly model: string | undefined }) {
  const t = useText()
  const isAdmin = useIsAdmin()
  if (model === undefined) return <Banner tone="amber">{t(isAdmin ? 'snippet.noModelAdmin' : 'snippet.noModelUser')}</Banner>
  if (!first.needsPrice || model !== first.model) return null
  return (
    <Banner tone="amber" action={<ModelPricesLink />}>
      {t('snippet.noPriceAdmin', { model })}
    </Banner>
  )
}
