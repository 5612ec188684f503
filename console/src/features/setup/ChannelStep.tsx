import { useNavigate } from '@tanstack/react-router'
import { createChannel, testChannel } from '@waystation/contract/api/channels/channel'
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { channelType, needsAddress } from '@waystation/contract/channels/channel-type'
import { listItems } from '@waystation/contract/values/codec'
import { openai } from '@waystation/contract/vendors/openai'
import { type ComponentType, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, callWhole } from '~/api/call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { confirmV1Address } from '~/shared/v1-address'
import { Button, Form, FormFailure, SubmitButton, useFormScope, useFormValue } from '~/ui/kit'
import { StepHead, type StepProps } from './setup-step.tsx'

interface ChannelTestResult {
  readonly isOk: boolean
  readonly model: string
  readonly totalMs: number
}

export interface ChannelForm {
  /** The channel form's fields, which are another feature's: handed in by routes/open-pages.tsx. */
  readonly ChannelFields: ComponentType<{ readonly onTested: (result: ChannelTestResult) => void; readonly isCompact: boolean }>
}

/** The default name of a channel of a type. */
const usualName = (type: number): string => channelType(type).name

const blank = { name: usualName(openai.id), type: openai.id, key: '', base_url: '', models: '', group: 'default' }

/** The first channel: as much of the form as it needs. */
export function ChannelStep({ facts, learn, go, ChannelFields }: StepProps & ChannelForm) {
  const t = useText()
  const navigate = useNavigate()
  const [tested, setTested] = useState<ChannelTestResult>()
  const check = (values: z.input<typeof ChannelDraft>) => ({
    ...(values.key?.trim() ? {} : { key: t('form.required') }),
    ...(values.models ? {} : { models: t('form.required') }),
    ...(needsAddress(values.type) && !values.base_url?.trim() ? { base_url: t('form.required') } : {}),
  })
  return (
    <>
      <StepHead title={t('setup.channelTitle')} text={t(facts.mode ? 'setup.channelTextNew' : 'setup.channelText')} />
      <Form
        schema={ChannelDraft}
        initial={blank}
        check={check}
        onSubmit={async (draft) => {
          await confirmV1Address(draft.base_url ?? '')
          const channel = await call(createChannel, { body: draft })
          const models = listItems(draft.models ?? '')
          const passed = tested?.isOk && models.includes(tested.model) ? tested : undefined
          // The draft was tested, not what is stored: once more, so that the list of channels knows it too. Nobody waits for it.
          if (passed) void callWhole(testChannel, { params: { id: channel.id }, query: { model: passed.model } }).catch(() => undefined)
          learn({ channel: { name: channel.name, models, testedModel: passed?.model, testMs: passed?.totalMs } })
          go('token')
        }}
      >
        <NameAfterProvider />
        <ChannelFields isCompact onTested={setTested} />
        <FormFailure />
        <div className="setup-foot is-sticky">
          <Button size="large" kind="text" onClick={() => navigate({ to: paths.tokens() })}>
            {t('setup.skip')}
          </Button>
          <span className="grow" />
          <SubmitButton size="large">{t('setup.channelSave')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}

/** Names the channel after its provider until the user edits the name. */
function NameAfterProvider() {
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const [before, setBefore] = useState(type)
  useEffect(() => {
    if (type === before) return
    if (store.values().name === usualName(before)) store.set('name', usualName(type))
    setBefore(type)
  }, [type, before, store])
  return null
}
