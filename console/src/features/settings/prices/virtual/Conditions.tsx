import { requestMedia } from '@waystation/contract/models/model-mapping'
import { useText } from '~/i18n'
import { Check, TextInput } from '~/ui/kit'
import { conditionCount, type Line, type LineCondition } from './virtual-lines.ts'

interface ConditionsProps {
  readonly line: Line
  readonly onChange: (line: Line) => void
}

/** For which calls a model is considered, folded away while there are none. */
export function Conditions({ line, onChange }: ConditionsProps) {
  const t = useText()
  const { when } = line
  const set = (changed: Partial<LineCondition>) => onChange({ ...line, when: { ...when, ...changed } })
  const text = (key: 'groups' | 'tokens' | 'header' | 'headerIs' | 'minTokens' | 'maxTokens', placeholder?: string) => (
    <TextInput
      label={t(`virtual.when.${key}`)}
      value={when[key]}
      onChange={(value) => set({ [key]: value })}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(key.endsWith('Tokens') ? { kind: 'number' as const } : {})}
    />
  )
  const media = (key: 'withMedia' | 'withoutMedia') => (
    <fieldset className="virtual-media">
      <legend>{t(`virtual.when.${key}`)}</legend>
      {requestMedia.map((kind) => (
        <Check
          key={kind}
          isOn={when[key].includes(kind)}
          onChange={(isOn) => set({ [key]: isOn ? [...when[key], kind] : when[key].filter((one) => one !== kind) })}
        >
          {t(`virtual.media.${kind}`)}
        </Check>
      ))}
    </fieldset>
  )
  return (
    <details className="virtual-when" open={conditionCount(line) > 0}>
      <summary>{t('virtual.conditions')}</summary>
      <div className="price-fields">
        {text('groups', 'vip, svip')}
        {text('tokens')}
        {text('header', 'x-plan')}
        {text('headerIs')}
        {text('minTokens')}
        {text('maxTokens')}
        {media('withMedia')}
        {media('withoutMedia')}
      </div>
    </details>
  )
}
