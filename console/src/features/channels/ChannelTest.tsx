import type { Channel } from '@waystation/contract/channel'
import { useText } from '~/i18n'
import { Button, FormSection, Select, TestIcon } from '~/ui/kit'
import type { TestDone } from './channel-queries.ts'
import { TestResult } from './TestResult.tsx'
import { useChannelTest } from './use-channel-test.ts'

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
