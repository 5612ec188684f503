import { createChannel } from '@waystation/contract/api/channel'
import { ChannelDraft } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { useState } from 'react'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { Button, Form, FormFailure, SubmitButton } from '~/ui/kit'
import type { SetupPageProps } from './SetupPage.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './setup-facts.ts'

const blank = { name: 'openai-main', type: 1, key: '', base_url: '', models: '', group: 'default' }

/** The first channel: as much of the form as it needs. */
export function ChannelStep({ learn, go, ChannelFields }: StepProps & SetupPageProps) {
  const t = useText()
  const [testMs, setTestMs] = useState<number>()
  const check = (values: { key?: string | undefined; models?: string | undefined }) => ({
    ...(values.key?.trim() ? {} : { key: t('form.required') }),
    ...(values.models ? {} : { models: t('form.required') }),
  })
  return (
    <>
      <StepHead title={t('setup.channelTitle')} text={t('setup.channelText')} />
      <Form
        schema={ChannelDraft}
        initial={blank}
        check={check}
        onSubmit={async (draft) => {
          const channel = await call(createChannel, { body: draft })
          learn({ channel: { name: channel.name, model: splitList(draft.models ?? '', /,/)[0] ?? '', testMs } })
          go('token')
        }}
      >
        <ChannelFields onTested={(result) => setTestMs(result.isOk ? result.totalMs : undefined)} />
        <FormFailure />
        <div className="setup-foot">
          <Button size="large" kind="text" onClick={() => go('token')}>
            {t('setup.skip')}
          </Button>
          <span className="grow" />
          <SubmitButton size="large">{t('setup.channelSave')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}
