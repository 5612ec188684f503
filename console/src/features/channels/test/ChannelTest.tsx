import { fetchModels } from '@waystation/contract/api/channels/channel'
import type { Channel } from '@waystation/contract/channels/channel'
import { splitList } from '@waystation/contract/values/codec'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { text, useLanguage, useText } from '~/i18n'
import { Button, FormSection, Select, TestIcon, useFormScope, useFormValue } from '~/ui/kit'
import { failedTest, storedTest, type TestDone, testDraft, testStored, useChannelCalls } from '../channel-queries.ts'
import { useTestModel } from './channel-tests.ts'
import { TestResult } from './TestResult.tsx'

interface ChannelTestState {
  /** The models that may be tested. */
  readonly choices: readonly string[]
  /** The model to test; undefined where none of them can chat. */
  readonly model: string | undefined
  readonly choose: (model: string) => void
  /** There are no models yet: the test first fetches the upstream's list. */
  readonly isBlank: boolean
  /** Why nothing can be tested now. */
  readonly missing: string | undefined
  readonly result: TestDone | undefined
  readonly run: () => Promise<void>
}

/** The test of the values in the surrounding form. @param onTested called with each result, success or failure */
function useChannelTest(stored: Channel | undefined, onTested: ((result: TestDone) => void) | undefined): ChannelTestState {
  const t = useText()
  const language = useLanguage()
  const { refresh } = useChannelCalls()
  const { store } = useFormScope()
  const storedId = stored?.id
  const list = useFormValue<string | undefined>('models') ?? ''
  const models = splitList(list, /[,，\n]/)
  const preset = (useFormValue<string | undefined>('test_model') ?? '').trim()
  const hasKey = (useFormValue<string | undefined>('key') ?? '').trim() !== '' || storedId !== undefined
  const [wanted, choose] = useState<string>()
  const [done, setDone] = useState<TestDone>()
  const fetchModels = useFetchModels(storedId)
  const usual = useTestModel({
    type: useFormValue<number>('type'),
    models: list,
    model_mapping: useFormValue<string | undefined>('model_mapping') ?? '',
    test_model: preset,
  })
  const model = wanted !== undefined && models.includes(wanted) ? wanted : usual
  const isBlank = models.length === 0 && preset === ''

  const ask = () =>
    // An unchanged channel is tested as stored, so that the list shows the result too.
    storedId !== undefined && !store.isDirty() ? testStored(storedId, model) : testDraft(store.values(), model ?? '', storedId)
  const run = async () => {
    const ended = (isBlank && (await fillModels(fetchModels, store))) || (await ask())
    setDone(ended)
    if (ended.blamed) store.setErrors({ ...store.errors(), [ended.blamed]: t(`channel.blamed.${ended.blamed}`) })
    onTested?.(ended)
    if (storedId !== undefined) await refresh()
  }
  return {
    choices: [...new Set([...(preset ? [preset] : []), ...models])],
    model,
    choose,
    isBlank,
    missing: hasKey ? (isBlank || model !== undefined ? undefined : t('channel.testNoChat')) : t('channel.testNeeds'),
    result: done ?? (stored && storedTest(stored, language)),
    run,
  }
}

/** Puts the upstream's model list into the form; a failed test when there is none. */
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

export interface ChannelTestProps {
  readonly stored?: Channel | undefined
  readonly onTested?: ((result: TestDone) => void) | undefined
}

/** Sends one small call with what stands in the form, and keeps the result in view. */
export function ChannelTest({ stored, onTested }: ChannelTestProps) {
  const t = useText()
  const { choices, model, choose, isBlank, missing, result, run } = useChannelTest(stored, onTested)
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
              onChange={choose}
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

/** Fetches the model list of the upstream in the surrounding form. With `storedId` the stored key is used when the form's is empty. */
export function useFetchModels(storedId: number | undefined): () => Promise<readonly string[]> {
  const { store } = useFormScope()
  return () => {
    const { type, base_url, key, other, setting } = store.values()
    return call(fetchModels, {
      body: {
        type: Number(type),
        base_url: typeof base_url === 'string' ? base_url.trim() : '',
        key: typeof key === 'string' ? key : '',
        ...(storedId === undefined ? {} : { id: storedId }),
        ...(typeof other === 'string' ? { other } : {}),
        ...(typeof setting === 'string' ? { setting } : {}),
      },
    })
  }
}
