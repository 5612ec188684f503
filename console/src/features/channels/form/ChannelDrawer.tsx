import { getChannel } from '@waystation/contract/api/channels/channel'
import type { Channel } from '@waystation/contract/channels/channel'
import { needsAddress } from '@waystation/contract/channels/channel-type'
import { useText } from '~/i18n'
import { confirmV1Address } from '~/shared/v1-address'
import { type Drawer, FormDrawer, useDrawer, useUrlState } from '~/ui/kit'
import { ChannelTabs } from '../ChannelTabs.tsx'
import { useChannelCalls } from '../channel-queries.ts'
import { ChannelFields } from './ChannelFields.tsx'
import { ChannelForm, type ChannelFormInput, draftOf, formOf } from './channel-form.ts'
import { RoutingFields } from './RoutingFields.tsx'

/** The drawer of channels. Its open tab goes with it, so that the next channel begins with its settings. */
export function useChannelDrawer(): Drawer<Channel> {
  const drawer = useDrawer<Channel>(getChannel)
  const { change } = useUrlState()
  return { ...drawer, close: () => change({ edit: undefined, tab: undefined }) }
}

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
