import { useState } from 'react'
import {
  applyDiffs,
  Button,
  changesOf,
  DiffReview,
  diffRecords,
  type EditableColumn,
  EditableTable,
  faultCount,
  type NumberRecords,
  type TableEdits,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const fields = ['input', 'output', 'cache', 'call']
const prices: NumberRecords = {
  'claude-sonnet-4-5': { input: 3, output: 15, cache: 0.3 },
  'gpt-5-mini': { input: 0.25, output: 2, cache: 0.025 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cache: 0.31 },
  'a-model-with-a-name-that-is-longer-than-most-of-them-2026-01-01': { input: 0.0000001 },
  'midjourney-imagine': { call: 0.1 },
}
const preset: NumberRecords = {
  'claude-sonnet-4-5': { input: 3, output: 15, cache: 0.3 },
  'gpt-5-mini': { input: 0.3, output: 1.8 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cache: 0.9 },
  'grok-4-fast': { input: 0.2, output: 0.5 },
}
const dollars = (value: number) => String(value)

export default function Prices() {
  const say = useSay()
  const [saved, setSaved] = useState(prices)
  const [edits, setEdits] = useState<TableEdits>({
    'gpt-5-mini': { output: '2.2' },
    'gemini-2.5-pro': { cache: 'cheap' },
    'midjourney-imagine': { input: '1' },
  })
  const changes = changesOf(edits, (row, column) => saved[row]?.[column])
  const faults = faultCount(edits)
  const titleOf = (field: string) => titles(say)[field] ?? field
  const columns: EditableColumn<string>[] = fields.map((field) => ({
    key: field,
    title: titleOf(field),
    valueOf: (name) => saved[name]?.[field],
    lockedReason: (name) => (field === 'call' && name === 'gpt-5-mini' ? say('Priced by tokens', '按 token 计价') : undefined),
  }))
  return (
    <>
      <Specimen part="EditableTable" text={say('Escape brings back what is saved.', '按 Escape 恢复已保存的值。')} isWide>
        <EditableTable
          label={say('Prices of models', '模型价格')}
          nameTitle={say('Model', '模型')}
          rows={Object.keys(saved)}
          nameOf={(name) => name}
          columns={columns}
          edits={edits}
          onEdit={setEdits}
          digits={2}
        />
        <p className="text2">{say(`${changes.length} changed, ${faults} wrong`, `已修改 ${changes.length} 处，${faults} 处有误`)}</p>
      </Specimen>
      <Review say={say} saved={saved} onAccept={setSaved} titleOf={titleOf} />
    </>
  )
}

const titles = (say: Say): Readonly<Record<string, string>> => ({
  input: say('Input', '输入'),
  output: say('Output', '输出'),
  cache: say('Cached input', '缓存命中'),
  call: say('Per call', '每次'),
})

interface ReviewProps {
  readonly say: Say
  readonly saved: NumberRecords
  readonly onAccept: (prices: NumberRecords) => void
  readonly titleOf: (field: string) => string
}

function Review({ say, saved, onAccept, titleOf }: ReviewProps) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set(['gpt-5-mini']))
  const { diffs, sameCount } = diffRecords(saved, preset, fields)
  const accept = () =>
    onAccept(
      applyDiffs(
        saved,
        diffs.filter(({ name }) => taken.has(name)),
      ),
    )
  return (
    <Specimen part="DiffReview">
      <DiffReview diffs={diffs} sameCount={sameCount} taken={taken} onTake={setTaken} fieldTitle={titleOf} format={dollars} />
      <div>
        <Button onClick={accept}>{say('Take them over', '采用所选')}</Button>
      </div>
      <DiffReview diffs={[]} sameCount={179} taken={taken} onTake={setTaken} fieldTitle={titleOf} format={dollars} />
    </Specimen>
  )
}
