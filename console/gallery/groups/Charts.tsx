import { Chart } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const labels = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const dollars = (value: number) => `$${value.toFixed(2)}`
const wave = (height: number, shift: number) => labels.map((_, hour) => Math.round(height * (1 + Math.sin((hour + shift) / 4)) * 50) / 100)

export default function Charts() {
  return (
    <>
      <Bars />
      <Lines />
      <Target />
      <NoBars />
    </>
  )
}

const useEmptyText = () => useSay()('No calls in this span', '该时段没有调用')

function Bars() {
  const say = useSay()
  const emptyText = useEmptyText()
  const spending = say('Spending by model', '各模型消耗')
  return (
    <Specimen title={spending} isWide>
      <Chart
        title={spending}
        kind="bars"
        labels={labels}
        format={dollars}
        emptyText={emptyText}
        totalName={say('In all', '合计')}
        series={[
          { name: 'gpt-5-mini', values: wave(4, 0) },
          { name: 'claude-sonnet-4-5', values: wave(6, 3) },
          { name: 'gemini-2.5-pro', values: wave(2, 7) },
        ]}
      />
    </Specimen>
  )
}

function Lines() {
  const say = useSay()
  const emptyText = useEmptyText()
  return (
    <Specimen title={say('Lines', '折线')}>
      <Chart
        title={say('Latency', '耗时')}
        kind="lines"
        labels={labels}
        format={(value) => `${value.toFixed(1)} s`}
        emptyText={emptyText}
        series={[
          { name: 'p50', values: wave(1, 0) },
          { name: 'p95', values: wave(3, 2).map((value, at) => (at === 9 ? null : value)) },
        ]}
      />
    </Specimen>
  )
}

function Target() {
  const say = useSay()
  const emptyText = useEmptyText()
  return (
    <Specimen title={say('A target and the one bad point', '目标线与异常点')}>
      <Chart
        title={say('Successful calls', '成功率')}
        kind="lines"
        labels={labels}
        format={(value) => `${value.toFixed(1)}%`}
        emptyText={emptyText}
        target={{ value: 99, text: say('target 99%', '目标 99%') }}
        series={[
          {
            name: '99.6%',
            values: labels.map((_, hour) => (hour > 19 ? null : hour === 11 ? 95.6 : 99.6 - (hour % 3) / 10)),
            mark: { index: 11, text: '95.6%' },
          },
        ]}
      />
    </Specimen>
  )
}

function NoBars() {
  const say = useSay()
  const emptyText = useEmptyText()
  return (
    <Specimen title={say('Empty, and on its way', '无数据与加载中')}>
      <Chart title={say('Nothing', '无')} kind="bars" labels={[]} series={[]} format={dollars} emptyText={emptyText} height={100} />
      <div data-stays>
        <Chart
          title={say('Loading one', '加载示例')}
          kind="bars"
          labels={[]}
          series={[]}
          format={dollars}
          emptyText={emptyText}
          height={100}
          isLoading
        />
      </div>
    </Specimen>
  )
}
