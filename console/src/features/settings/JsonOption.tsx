import { listGroups } from '@waystation/contract/api/channels/catalog'
import { callLimitNames } from '@waystation/contract/calls/call-limits'
import { chats } from '@waystation/contract/options/appearance'
import { claudeDefaultMaxTokens, claudeModelHeadersSettings } from '@waystation/contract/options/claude'
import {
  geminiModelsSupportedThinkingBudget,
  geminiSafetySettings,
  geminiSupportedImagineModels,
  geminiVersionSettings,
} from '@waystation/contract/options/gemini'
import { topupGroupRatio } from '@waystation/contract/options/payment'
import { groupCallLimits, modelCallLimits } from '@waystation/contract/options/rate-limit'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import {
  type FieldProps,
  JsonField,
  listOfPairs,
  listOfTexts,
  listsByTwoNames,
  MapField,
  numbersByName,
  TableField,
  type TableFieldProps,
} from '~/ui/kit'

/** What Google knows; another category or threshold may be typed. */
const harmCategories = [
  'default',
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
]
const thresholds = ['OFF', 'BLOCK_NONE', 'BLOCK_ONLY_HIGH', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_LOW_AND_ABOVE']
const versions = ['v1beta', 'v1', 'v1alpha']
const limitsByName = numbersByName(callLimitNames)

/** An option of JSON as a table where its form is known, with the JSON one click away; as JSON otherwise. */
export function JsonOption(field: FieldProps) {
  const t = useText()
  const groups = useData(listGroups, {}, { when: field.name === topupGroupRatio.key || field.name === groupCallLimits.key }).data
  const wide = { ...field, isWide: true }
  const model = { keyLabel: t('settings.model'), keyPlaceholder: 'default' }
  switch (field.name) {
    case topupGroupRatio.key:
      return <MapField {...wide} kind="number" keyLabel={t('settings.group')} valueLabel={t('settings.ratio')} knownKeys={groups ?? []} />
    case geminiSafetySettings.key:
      return (
        <MapField
          {...wide}
          keyLabel={t('settings.harmCategory')}
          valueLabel={t('settings.threshold')}
          knownKeys={harmCategories}
          knownValues={thresholds}
        />
      )
    case geminiVersionSettings.key:
      return <MapField {...wide} {...model} valueLabel={t('settings.apiVersion')} knownValues={versions} />
    case claudeDefaultMaxTokens.key:
      return <MapField {...wide} {...model} kind="number" valueLabel="max_tokens" />
    case claudeModelHeadersSettings.key:
    case chats.key:
    case groupCallLimits.key:
    case modelCallLimits.key:
    case geminiSupportedImagineModels.key:
    case geminiModelsSupportedThinkingBudget.key:
      return <OptionTable {...wide} groups={groups} />
    default:
      return <JsonField {...wide} />
  }
}

/** The options whose JSON has more than two sides, or is a list. */
function OptionTable({ groups, ...field }: FieldProps & { readonly groups: readonly string[] | undefined }) {
  const t = useText()
  const limits = callLimitNames.map((name) => ({ label: t(`settings.limits.${name}`), isNumber: true, isOptional: true }))
  const model = { label: t('settings.model'), placeholder: t('settings.model') }
  const tables: Readonly<Record<string, Pick<TableFieldProps, 'columns' | 'shape'>>> = {
    [chats.key]: {
      shape: listOfPairs,
      columns: [
        { label: t('settings.chatName'), placeholder: t('settings.chatName') },
        { label: t('settings.chatLink'), placeholder: 'https://chat.example.com/?key={key}', share: 3 },
      ],
    },
    [claudeModelHeadersSettings.key]: {
      shape: listsByTwoNames,
      columns: [
        model,
        { label: t('settings.header'), placeholder: 'anthropic-beta' },
        { label: t('settings.headerValue'), placeholder: t('settings.headerValue'), share: 1.5 },
      ],
    },
    [groupCallLimits.key]: {
      shape: limitsByName,
      columns: [{ label: t('settings.group'), placeholder: t('settings.group'), known: groups }, ...limits],
    },
    [modelCallLimits.key]: { shape: limitsByName, columns: [model, ...limits] },
  }
  const { columns, shape } = tables[field.name] ?? { columns: [model], shape: listOfTexts }
  return <TableField {...field} columns={columns} shape={shape} />
}
