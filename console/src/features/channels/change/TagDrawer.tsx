import { TagChange } from '@waystation/contract/channels/channel'
import { z } from 'zod'
import { useText } from '~/i18n'
import {
  type Drawer,
  FormDrawer,
  FormSection,
  GroupsField,
  JsonField,
  ModelsField,
  NumberField,
  TextField,
  toast,
  useUrlState,
} from '~/ui/kit'
import { ModelMappingField, StatusMappingField } from '../form/RoutingFields.tsx'
import { useManyChannels } from '../many/use-many-channels.ts'
import { AutoBanField } from './AutoBanField.tsx'

/** The same rules as the contract's, with fields that may stand empty: those change nothing. */
const TagForm = z.object({
  new_tag: TagChange.shape.new_tag.unwrap().unwrap(),
  priority: TagChange.shape.priority,
  weight: TagChange.shape.weight,
  models: z.string(),
  groups: z.string(),
  model_mapping: TagChange.shape.model_mapping,
  status_code_mapping: TagChange.shape.status_code_mapping,
  param_override: TagChange.shape.param_override,
  system_prompt: TagChange.shape.system_prompt,
  test_model: TagChange.shape.test_model,
  auto_ban: z.enum(['', '0', '1']),
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

/** Fields that change nothing. */
const unchanged = {
  ...{ priority: null, weight: null, models: '', groups: '', model_mapping: '', status_code_mapping: '' },
  ...{ param_override: '', system_prompt: '', test_model: '', auto_ban: '' as const },
}

/** Changes every channel of a tag. What is left empty stays as it is in each. */
export function TagDrawer({ tag = '', drawer }: Pick<ReturnType<typeof useTagDrawer>, 'tag' | 'drawer'>) {
  const t = useText()
  const { changeTag } = useManyChannels()
  const save = async (values: z.input<typeof TagForm>) => {
    const { new_tag, auto_ban, ...rest } = values
    const count = await changeTag({
      ...rest,
      tag,
      ...(new_tag.trim() === tag ? {} : { new_tag: new_tag.trim() }),
      ...(auto_ban === '' ? {} : { auto_ban: Number(auto_ban) }),
    })
    toast.done(t('channel.tagSaved', { count }))
  }
  return (
    <FormDrawer
      drawer={drawer}
      title={t('channel.tagEdit', { tag })}
      schema={TagForm}
      initial={{ ...unchanged, new_tag: tag }}
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
        <AutoBanField />
        <TextField name="test_model" label={t('channel.testModel')} hint={t('channel.tagKept')} isMono />
        <ModelMappingField hint={t('channel.tagKept')} />
        <StatusMappingField hint={t('channel.tagKept')} />
        <JsonField name="param_override" label={t('channel.override')} hint={t('channel.tagKept')} />
        <TextField name="system_prompt" label={t('channel.systemPrompt')} hint={t('channel.tagKept')} rows={3} />
      </FormSection>
    </FormDrawer>
  )
}
