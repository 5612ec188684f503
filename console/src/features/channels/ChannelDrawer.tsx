import type { Channel } from '@waystation/contract/channel'
import { needsAddress } from '@waystation/contract/channel-type'
import { useText } from '~/i18n'
import { confirmV1Address } from '~/shared/v1-address'
import { type Drawer, FormDrawer } from '~/ui/kit'
import { ChannelFields } from './ChannelFields.tsx'
import { ChannelTabs } from './ChannelTabs.tsx'
import { ChannelForm, type ChannelFormInput, draftOf, formOf } from './channel-form.ts'
import { useChannelCalls } from './channel-queries.ts'
import { RoutingFields } from './RoutingFields.tsx'

/** Makes a channel, or changes one. */
export function ChannelDrawer({ drawer }: { readonly drawer: Drawer<Channel> }) {
  const t = useText()
  const { create, change } = useChannelCalls()
  const channel = drawer.item

  const check = (values: ChannelFormInput) => ({
    ...(channel || values.key?.trim() ? {} : { key: t('form.required') }),
    ...(values.models ? {} : { models: t('form.required') }),
    ...(values.group ? {} : { group: t('form.required') }),
    ...(needsAddress(values.type) && !values.base_url?.trim() ? { base_url: t('form.required') } : {}),
  })
  const save = async (values: ChannelFormInput) => {
    const address = values.base_url ?? ''
    if (address !== channel?.base_url) await confirmV1Address(address)
    const draft = draftOf(values)
    await (channel ? change(channel.id, draft) : create(draft))
  }

  return (
    <FormDrawer
      drawer={drawer}
      title={channel ? t('channel.edit', { name: channel.name }) : t('channel.create')}
      schema={ChannelForm}
      initial={formOf(channel)}
      check={check}
      onSubmit={save}
      submitLabel={channel ? t('action.save') : t('channel.createOne')}
    >
      {channel ? (
        <ChannelTabs channel={channel} />
      ) : (
        <>
          <ChannelFields />
          <RoutingFields />
        </>
      )}
    </FormDrawer>
  )
}
