import type { Channel } from '@waystation/contract/channels/channel'
import { splitList } from '@waystation/contract/values/codec'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, Select, SideSheet, TestIcon } from '~/ui/kit'
import { type TestDone, testStored, useChannelCalls } from '../channel-queries.ts'
import { useTestModel } from './channel-tests.ts'
import { TestResult } from './TestResult.tsx'

const AT_ONCE = 3

export interface TestedChannel {
  readonly channel: Channel
  /** The result of a test before the sheet was opened. */
  readonly result: TestDone | undefined
}

/** Tests the models of a stored channel, one or all. Results stand newest first. */
export function ChannelTestSheet({ tested, onClose }: { readonly tested: TestedChannel | undefined; readonly onClose: () => void }) {
  const t = useText()
  const channel = tested?.channel
  return (
    <SideSheet
      isOpen={channel !== undefined}
      onClose={onClose}
      width={640}
      title={channel ? t('channel.testOf', { name: channel.name }) : ''}
    >
      {tested && <ModelTests key={tested.channel.id} {...tested} />}
    </SideSheet>
  )
}

function ModelTests({ channel, result }: TestedChannel) {
  const t = useText()
  const { refresh } = useChannelCalls()
  const models = splitList(channel.models, /,/)
  const usual = useTestModel(channel)
  const [chosen, setModel] = useState<string>()
  const model = chosen ?? usual
  const [results, setResults] = useState<readonly TestDone[]>(result ? [result] : [])

  const test = async (name: string) => {
    const done = await testStored(channel.id, name)
    setResults((known) => [done, ...known.filter((other) => other.model !== done.model)])
  }
  const testAll = async () => {
    const rest = [...models]
    const lane = async () => {
      for (let name = rest.shift(); name !== undefined; name = rest.shift()) await test(name)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await refresh()
  }

  return (
    <div className="test-list">
      <div className="test-tools">
        <Select
          label={t('channel.testModel')}
          value={model}
          choices={[...new Set([...(model ? [model] : []), ...models])].map((name) => ({ value: name, label: name }))}
          onChange={setModel}
          isSearchable
          width={240}
        />
        <Button
          kind="primary"
          icon={<TestIcon />}
          onClick={() => test(model ?? '').then(refresh)}
          disabledReason={model ? undefined : t('channel.testNoChat')}
        >
          {t('channel.testRun')}
        </Button>
        {models.length > 1 && <Button onClick={testAll}>{t('channel.testAll')}</Button>}
      </div>
      {results.map((done) => (
        <TestResult key={done.model} result={done} />
      ))}
    </div>
  )
}
