import type { Channel } from '@waystation/contract/channel'
import { splitList } from '@waystation/contract/codec'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { text, useLanguage, useText } from '~/i18n'
import { Button, FormSection, Select, TestIcon, useFormScope, useFormValue } from '~/ui/kit'
import { failedTest, storedTest, type TestDone, testDraft, testStored, useChannelCalls } from './channel-queries.ts'
import { TestResult } from './TestResult.tsx'
import { useFetchModels } from './use-fetch-models.ts'
import { useTestModel } from './use-test-model.ts'

export interface ChannelTestProps {
  readonly stored?: Channel | undefined
  readonly onTested?: ((result: TestDone) => void) | undefined
}

/** Sends one small call with what stands in the form, and keeps the result in view. */
export function ChannelTest({ stored, onTested }: ChannelTestProps) {
  const t = useText()
  const language = useLanguage()
  const { refresh } = useChannelCalls()
  const storedId = stored?.id
  const { store } = useFormScope()
  const list = useFormValue<string | undefined>('models') ?? ''
  const models = splitList(list, /[,，\n]/)
  const key = useFormValue<string | undefined>('key') ?? ''
  const preset = (useFormValue<string | undefined>('test_model') ?? '').trim()
  const [wanted, setWanted] = useState<string>()
  const [done, setDone] = useState<TestDone>()
  const result = done ?? (stored && storedTest(stored, language))
  const fetchModels = useFetchModels(storedId)
  const usual = useTestModel({
    type: useFormValue<number>('type'),
    models: list,
    model_mapping: useFormValue<string | undefined>('model_mapping') ?? '',
    test_model: preset,
  })
  const model = wanted !== undefined && models.includes(wanted) ? wanted : usual
  // A channel that has no models yet gets those that the far end names.
  const isBlank = models.length === 0 && preset === ''
  const isReady = key.trim() !== '' || storedId !== undefined
  const missing = isReady ? (isBlank || model !== undefined ? undefined : t('channel.testNoChat')) : t('channel.testNeeds')
  const choices = [...new Set([...(preset ? [preset] : []), ...models])]

  const run = async () => {
    // What is stored is tested as it is stored, so that the list knows the result too.
    const ask =
      storedId !== undefined && !store.isDirty()
        ? () => testStored(storedId, model)
        : () => testDraft(store.values(), model ?? '', storedId)
    const ended = (isBlank && (await fillModels(fetchModels, store))) || (await ask())
    setDone(ended)
    onTested?.(ended)
    if (storedId !== undefined) await refresh()
  }

  return (
    <FormSection
      title={t('channel.test')}
      columns={1}
      aside={
        <span className="row">
          {choices.length > 0 && (
            <Select
              label={t('channel.testModel')}
              size="small"
              value={model}
              choices={choices.map((name) => ({ value: name, label: name }))}
              onChange={setWanted}
              isSearchable
              width={200}
            />
          )}
          <Button size="small" icon={<TestIcon />} onClick={run} disabledReason={missing}>
            {t(result ? 'channel.testAgain' : 'channel.testRun')}
          </Button>
        </span>
      }
    >
      {result ? (
        <TestResult result={result} />
      ) : (
        <span className="field-hint">{missing ?? t(isBlank ? 'channel.testFetches' : 'channel.testHint')}</span>
      )}
    </FormSection>
  )
}

/** Puts the models into the form that the far end names; a failed test when it does not. */
async function fillModels(
  fetchModels: () => Promise<readonly string[]>,
  store: ReturnType<typeof useFormScope>['store'],
): Promise<TestDone | undefined> {
  const startedMs = performance.now()
  try {
    const names = await fetchModels()
    if (names.length === 0) return failedTest(text('form.modelsNothing'), startedMs)
    store.set('models', names.join(','))
    return undefined
  } catch (error) {
    return failedTest(messageOf(error), startedMs)
  }
}
