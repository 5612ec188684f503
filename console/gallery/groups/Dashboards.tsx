import { useState } from 'react'
import {
  DayRange,
  type Days,
  OTHER_COLOR,
  Panel,
  RankList,
  type RankRow,
  SearchSelect,
  Segmented,
  Sparkline,
  StatTile,
  StatTiles,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const course = [3, 2, 2, 4, 7, 6, 9, 12, 11, 14, 13, 16]
const LONG_MODEL = 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8-long-context-preview'
const models = [
  { name: 'claude-sonnet-4-5', value: 61.2 },
  { name: 'gpt-5-mini', value: 38.44 },
  { name: LONG_MODEL, value: 20.71 },
  { name: 'qwen3-max', value: 0.004 },
]
const others = (say: Say) => ({ name: say('Other (11)', '其他（11）'), value: 4.7, color: OTHER_COLOR })
const dollars = (value: number) => `$${value.toFixed(2)}`

export default function Dashboards() {
  const say = useSay()
  return (
    <>
      <Tiles />
      <Specimen part="Sparkline" text={say('No axes: beside a figure whose chart stands elsewhere.', '不带坐标轴，放在数字旁边。')}>
        <div className="wraps">
          <Sparkline values={course} />
          <Sparkline values={[...course.slice(0, 7), null, null, null]} />
          <Sparkline values={[0, 0, 9, 0, 0, 1]} />
        </div>
      </Specimen>
      <Specimen part="Panel" text={say('A title, and a switch or a word at its right.', '标题，右侧为切换或说明。')}>
        <SwitchedPanel />
        <Panel
          title={say('A long title that does not fit beside what stands at its right end', '一个很长、放不下的面板标题，右侧还有说明文字')}
          aside={say('aside', '说明')}
        >
          <p className="text2">{say('Boxes in a row end at the same height.', '同一行的面板等高。')}</p>
        </Panel>
      </Specimen>
      <Rankings />
      <Ranges />
    </>
  )
}

function Tiles() {
  const say = useSay()
  return (
    <Specimen part="StatTiles, StatTile" isWide>
      <StatTiles>
        <StatTile label={say('Spend', '消费')} value="$187.42" detail={say('+12.4% vs the day before', '较前一天 +12.4%')} trend={course} />
        <StatTile
          label={say('Calls', '调用次数')}
          value="12.4k"
          detail={say('New, none before', '新增，此前无数据')}
          trend={[0, 0, 5, 9]}
        />
        <StatTile label={say('Nothing yet', '暂无')} value="0" detail="—" trend={[0, 0, 0]} />
        <StatTile
          label={say('Success rate', '成功率')}
          value="99.21%"
          detail={say('Fell to 95.6% at 11:00', '11:00 降至 95.6%')}
          detailTone="red"
        />
      </StatTiles>
      <div data-stays>
        <StatTiles>
          <StatTile label={say('Loading', '加载中')} value="" isLoading />
          <StatTile
            label={say('Long', '很长')}
            value="84.6M"
            detail={say('Words that are longer than the tile is wide end in dots', '比卡片更宽的说明文字会以省略号结尾，不会换行')}
          />
        </StatTiles>
      </div>
    </Specimen>
  )
}

function SwitchedPanel() {
  const say = useSay()
  const [metric, setMetric] = useState('spend')
  return (
    <Panel
      title={say('By model', '各模型')}
      aside={
        <Segmented
          label={say('Metric', '指标')}
          size="small"
          value={metric}
          onChange={setMetric}
          choices={[
            { value: 'spend', label: say('Spend', '消费') },
            { value: 'calls', label: say('Calls', '调用次数') },
          ]}
        />
      }
    >
      <p className="text2">{metric === 'spend' ? '$187.42' : '12.4k'}</p>
    </Panel>
  )
}

function Rankings() {
  const say = useSay()
  const rows: RankRow[] = models.map(({ name, value }, color) => ({ key: name, name, value, text: dollars(value), color }))
  const linked: RankRow[] = [
    { key: '1', name: <a href="#lin">lin</a>, value: 72, text: '$72.10', note: '61.2%' },
    { key: '2', name: <a href="#maria">maria</a>, value: 41, text: '$41.86', note: '38.8%' },
  ]
  return (
    <Specimen part="RankList" text={say('The largest few, against the largest one.', '前几名，以第一名为基准。')}>
      <RankList label={say('Top models', '模型排行')} isMono rows={[...rows, { key: '', text: '$4.70', ...others(say) }]} emptyText="" />
      <RankList label={say('Top users', '用户排行')} rows={linked} emptyText="" />
      <RankList label={say('Top channels', '渠道排行')} rows={[]} emptyText={say('No calls in this span', '该时段没有调用')} />
      <div data-stays>
        <RankList label={say('Loading', '加载中')} rows={[]} emptyText="" loadingRows={3} />
      </div>
    </Specimen>
  )
}

function Ranges() {
  const say = useSay()
  const [days, setDays] = useState<Days>({ from: '2026-03-01', to: '2026-03-18' })
  const [user, setUser] = useState<string>()
  const users = ['lin', 'maria', 'root']
  return (
    <Specimen part="DayRange, SearchSelect">
      <div className="wraps">
        <DayRange
          label={say('Time range', '时间范围')}
          text={`${days.from} – ${days.to}`}
          choices={[
            { label: say('March 18', '3 月 18 日'), isChosen: false, choose: () => setDays({ from: '2026-03-18', to: '2026-03-18' }) },
          ]}
          days={days}
          mostDays={30}
          onApply={setDays}
        />
        <SearchSelect
          label={say('User', '用户')}
          value={user}
          placeholder={say('All users', '全部用户')}
          search={async (word) => users.filter((name) => name.includes(word)).map((value) => ({ value, label: value }))}
          onChange={setUser}
          width={160}
        />
      </div>
    </Specimen>
  )
}
