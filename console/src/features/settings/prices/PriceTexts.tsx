import { resetModelRatio } from '@waystation/contract/api/option'
import { useCall } from '~/api/use-call'
import { useLanguage, useText } from '~/i18n'
import { Button, confirm, TextInput, Toggle } from '~/ui/kit'
import { optionName } from '../words/index.ts'
import { useDesk } from './desk.ts'
import { textOf, withText } from './price-draft.ts'
import { SettingText, useAbout, useProblem } from './SettingText.tsx'
import { flagKeys, jsonKeys, numberKeys } from './setting-keys.ts'

/** Every price setting as the text that it is stored as, and those that are a number or a switch. */
export function PriceTexts() {
  const t = useText()
  return (
    <div className="price-texts">
      <div className="price-texts-head">
        <p className="text2">{t('price.textsHelp')}</p>
        <ResetRatios />
      </div>
      {jsonKeys.map((key) => (
        <SettingText key={key} name={key} />
      ))}
      <section className="price-fallback" aria-labelledby="price-fallback">
        <h3 id="price-fallback">{t('price.fallbackTitle')}</h3>
        {flagKeys.map((key) => (
          <FlagSetting key={key} name={key} />
        ))}
        <div className="price-fields">
          {numberKeys.map((key) => (
            <NumberSetting key={key} name={key} />
          ))}
        </div>
      </section>
    </div>
  )
}

function ResetRatios() {
  const t = useText()
  const { refresh, draft } = useDesk()
  const reset = useCall(resetModelRatio, { done: 'price.resetDone' })
  const ask = async () => {
    const isSure = await confirm({ title: t('price.resetTitle'), text: t('price.resetText'), yes: t('price.reset'), isDanger: true })
    if (!isSure) return
    await reset.run()
    await refresh()
  }
  return (
    <Button
      kind="danger"
      onClick={ask}
      isBusy={reset.isRunning}
      disabledReason={draft.texts.ModelRatio === undefined ? undefined : t('price.resetUnsaved')}
    >
      {t('price.reset')}
    </Button>
  )
}

function FlagSetting({ name }: { readonly name: string }) {
  const language = useLanguage()
  const { draft, change } = useDesk()
  const about = useAbout(name)
  const problem = useProblem(name)
  return (
    <div className="price-flag">
      <Toggle
        label={optionName(name, language)}
        isOn={textOf(draft, name) === 'true'}
        onChange={(isOn) => change((old) => withText(old, name, String(isOn)))}
      />
      <div className="field-hint">{about}</div>
      {problem !== undefined && (
        <div className="field-error" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

function NumberSetting({ name }: { readonly name: string }) {
  const language = useLanguage()
  const { draft, change } = useDesk()
  return (
    <TextInput
      kind="number"
      label={optionName(name, language)}
      value={textOf(draft, name)}
      onChange={(text) => change((old) => withText(old, name, text.trim()))}
      error={useProblem(name)}
      hint={useAbout(name)}
    />
  )
}
