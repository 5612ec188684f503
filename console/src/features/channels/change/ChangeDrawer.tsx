import type { Channel } from '@waystation/contract/channels/channel'
import { type ChannelsChange, listChanges } from '@waystation/contract/channels/channel-change'
import { useState } from 'react'
import { z } from 'zod'
import { CallError } from '~/api/call-error'
import { useText } from '~/i18n'
import {
  confirm,
  type Drawer,
  FormDrawer,
  FormSection,
  GroupsField,
  ModelsField,
  NumberField,
  SelectField,
  TagsField,
  TextField,
  toast,
} from '~/ui/kit'
import { useManyChannels } from '../many/use-many-channels.ts'
import { AutoBanField } from './AutoBanField.tsx'
import { ChangePreview } from './ChangePreview.tsx'

const how = z.enum(listChanges)
const rank = (least: number) => z.number().int('field_invalid').min(least, 'field_invalid').max(1_000_000_000, 'field_invalid').nullish()

/** What stands empty changes nothing. */
const ChangeForm = z.object({
  models_how: how,
  models: z.string(),
  groups_how: how,
  groups: z.string(),
  tags_how: how,
  tags: z.string(),
  priority: rank(-1_000_000_000),
  weight: rank(0),
  auto_ban: z.enum(['', '0', '1']),
  test_model: z.string(),
})
type ChangeValues = z.input<typeof ChangeForm>

const unchanged: ChangeValues = {
  ...{ models_how: 'add', models: '', groups_how: 'add', groups: '', tags_how: 'add', tags: '' },
  ...{ priority: null, weight: null, auto_ban: '', test_model: '' },
}

interface Chosen {
  readonly channels: readonly Channel[]
  /** Ends the choice in the list. */
  readonly clear: () => void
}

/** Opens and closes the drawer in which chosen channels are changed alike. */
export function useChangeDrawer() {
  const [chosen, setChosen] = useState<Chosen>()
  const drawer: Drawer<{ readonly id: number }> = {
    isOpen: chosen !== undefined,
    item: undefined,
    isNew: false,
    isLoading: false,
    error: null,
    open: () => undefined,
    close: () => setChosen(undefined),
  }
  return { chosen, drawer, open: (channels: readonly Channel[], clear: () => void) => setChosen({ channels, clear }) }
}

/** Changes the chosen channels alike, after a question that shows what becomes of each. It can be taken back. */
export function ChangeDrawer({ chosen, drawer }: Pick<ReturnType<typeof useChangeDrawer>, 'chosen' | 'drawer'>) {
  const t = useText()
  const { previewChange, change, setFields } = useManyChannels()
  const count = chosen?.channels.length ?? 0

  const save = async (values: ChangeValues) => {
    const ids = (chosen?.channels ?? []).map(({ id }) => id)
    const wanted = changeOf(values)
    const changes = await previewChange(ids, wanted)
    if (changes.length === 0) throw notSaved(t('channels.changesNone'))
    const isMeant = await confirm({
      title: t('channels.confirmChange', { count: changes.length }),
      text: <ChangePreview changes={changes} />,
      yes: t('channels.change'),
    })
    if (!isMeant) throw notSaved(t('channels.changeNot'))
    const done = await change(ids, wanted)
    chosen?.clear()
    toast.undo(t('channels.changed', { count: done.length }), () => setFields(done.map(({ id, before }) => ({ id, ...before }))))
  }

  const howField = (name: 'models' | 'groups' | 'tags') => (
    <SelectField
      name={`${name}_how`}
      label={t(`channels.how_${name}`)}
      choices={listChanges.map((value) => ({ value, label: t(`channels.how_${value}`) }))}
    />
  )
  return (
    <FormDrawer
      drawer={drawer}
      title={t('channels.changeTitle', { count })}
      schema={ChangeForm}
      initial={unchanged}
      onSubmit={save}
      submitLabel={t('channels.preview')}
      footnote={t('channel.tagKeeps')}
      width={800}
    >
      <FormSection columns={1}>
        {howField('models')}
        <ModelsField name="models" label={t('channel.models')} hint={t('channel.tagKept')} isWide />
        {howField('groups')}
        <GroupsField name="groups" label={t('channel.groups')} hint={t('channel.tagKept')} isWide />
        {howField('tags')}
        <TagsField name="tags" label={t('channels.tags')} hint={t('channel.tagKept')} isWide />
      </FormSection>
      <FormSection>
        <NumberField name="priority" label={t('channel.priority')} hint={t('channel.tagKept')} />
        <NumberField name="weight" label={t('channel.weight')} hint={t('channel.tagKept')} min={0} />
        <AutoBanField />
        <TextField name="test_model" label={t('channel.testModel')} hint={t('channel.tagKept')} isMono />
      </FormSection>
    </FormDrawer>
  )
}

const notSaved = (message: string) => new CallError({ message, code: 'unknown', status: 0 })

/** The fields that have something in them. */
function changeOf(values: ChangeValues): z.input<typeof ChannelsChange> {
  const { models, groups, tags, priority, weight, auto_ban, test_model } = values
  return {
    ...(models !== '' && { models: { how: values.models_how, items: models } }),
    ...(groups !== '' && { groups: { how: values.groups_how, items: groups } }),
    ...(tags !== '' && { tags: { how: values.tags_how, items: tags } }),
    ...(typeof priority === 'number' && { priority }),
    ...(typeof weight === 'number' && { weight }),
    ...(auto_ban !== '' && { auto_ban: Number(auto_ban) }),
    ...(test_model.trim() !== '' && { test_model: test_model.trim() }),
  }
}
