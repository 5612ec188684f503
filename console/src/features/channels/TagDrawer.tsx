import { TagChange } from '@waystation/contract/channel'
import { z } from 'zod'
import { useText } from '~/i18n'
import { type Drawer, FormDrawer, FormSection, GroupsField, ModelsField, NumberField, TextField, toast, useUrlState } from '~/ui/kit'
import { ModelMappingField } from './MappingFields.tsx'
import { useManyChannels } from './use-many-channels.ts'

/** The same rules as the contract's, with fields that may stand empty: those change nothing. */
const TagForm = z.object({
  new_tag: z.string().trim().max(100, 'field_too_long'),
  priority: TagChange.shape.priority,
  weight: TagChange.shape.weight,
  models: z.string(),
  groups: z.string(),
  model_mapping: TagChange.shape.model_mapping,
})

const PARAMETER = 'tag_edit'

/** Opens and closes the drawer of a tag: it stands in the URL by its name. */
export function useTagDrawer() {
  const { params, change } = useUrlState()
  const tag = params[PARAMETER]
  const drawer: Drawer<{ readonly id: number }> = {
    isOpen: tag !== undefined && tag !== '',
    item: undefined,
    isNew: false,
    isLoading: false,
    error: null,
    open: () => undefined,
    close: () => change({ [PARAMETER]: undefined }),
  }
  return { tag, drawer, open: (name: string) => change({ [PARAMETER]: name }) }
}

/** Changes every channel of a tag. What is left empty stays as it is in each. */
export function TagDrawer({ tag = '', drawer }: Pick<ReturnType<typeof useTagDrawer>, 'tag' | 'drawer'>) {
  const t = useText()
  const { changeTag } = useManyChannels()
  const save = async (values: z.input<typeof TagForm>) => {
    const { new_tag, priority, weight, models, groups, model_mapping } = values
    const count = await changeTag({
      tag,
      ...(new_tag.trim() === tag ? {} : { new_tag: new_tag.trim() }),
      priority: priority ?? null,
      weight: weight ?? null,
      models,
      groups,
      model_mapping: model_mapping ?? '',
    })
    toast.done(t('channel.tagSaved', { count }))
  }
  return (
    <FormDrawer
      drawer={drawer}
      title={t('channel.tagEdit', { tag })}
      schema={TagForm}
      initial={{ new_tag: tag, priority: null, weight: null, models: '', groups: '', model_mapping: '' }}
      onSubmit={save}
      footnote={t('channel.tagKeeps')}
      width={800}
    >
      <FormSection>
        <TextField name="new_tag" label={t('channel.tagName')} hint={t('channel.tagNameHint')} isWide />
        <NumberField name="priority" label={t('channel.priority')} hint={t('channel.tagKept')} />
        <NumberField name="weight" label={t('channel.weight')} hint={t('channel.tagKept')} min={0} />
        <GroupsField name="groups" label={t('channel.groups')} hint={t('channel.tagKept')} isWide />
        <ModelsField name="models" label={t('channel.models')} hint={t('channel.tagKept')} isWide />
        <ModelMappingField hint={t('channel.tagKept')} />
      </FormSection>
    </FormDrawer>
  )
}
