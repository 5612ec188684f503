import {
  Chips,
  DurationText,
  HealthStrip,
  KeyText,
  Mark,
  NumberText,
  QuotaText,
  responseTimeTone,
  ShareBar,
  type Slice,
  StatusTag,
  Tag,
  TimeText,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const tones = ['green', 'lime', 'amber', 'orange', 'red', 'blue', 'violet', 'neutral'] as const
const NOON = 1_772_100_000
const slices: Slice[] = Array.from({ length: 60 }, (_, index) =>
  index % 17 === 3 ? [20, 9, 0] : index % 9 === 5 ? [30, 0, 12] : index % 13 === 0 ? [0, 0, 0] : [25, 0, 1],
)

export default function Figures() {
  return (
    <>
      <Signs />
      <Texts />
      <Bars />
      <ChipLine />
    </>
  )
}

function Signs() {
  const say = useSay()
  return (
    <>
      <Specimen part="Mark">
        <div className="wraps">
          <Mark size={44} />
          <Mark />
          <Mark size={16} />
        </div>
      </Specimen>
      <Specimen part="Tag">
        <div className="wraps">
          {tones.map((tone) => (
            <Tag key={tone} tone={tone} hasDot={tone === 'amber'}>
              {tone === 'neutral' ? 'default' : <code>{tone}</code>}
            </Tag>
          ))}
        </div>
      </Specimen>
      <Specimen part="StatusTag" text={say('The normal state is quiet.', '正常状态保持低调。')}>
        <div className="wraps">
          {[1, 2, 3, 4].map((value) => (
            <StatusTag key={value} of="token" value={value} />
          ))}
          {[1, 2, 3].map((value) => (
            <StatusTag key={value} of="channel" value={value} />
          ))}
          {[1, 2, 3, 4, 5, 6].map((value) => (
            <StatusTag key={value} of="log" value={value} />
          ))}
          <StatusTag of="token" value={99} />
        </div>
      </Specimen>
    </>
  )
}

function Texts() {
  return (
    <>
      <Specimen part="QuotaText, NumberText, DurationText, TimeText">
        <div className="wraps">
          <QuotaText value={42_100_000} />
          <QuotaText value={1200} />
          <QuotaText value={4} />
          <QuotaText value={0} zeroIsNone />
          <QuotaText value={-2_500_000} />
          <QuotaText value={1234567} precision="exact" />
          <NumberText value={1234567} />
          <NumberText value={86856} isShort />
          <NumberText value={0} zeroIsNone />
          <DurationText ms={640} digits={2} tone={responseTimeTone(640)} />
          <DurationText ms={6350} digits={2} tone={responseTimeTone(6350)} />
          <TimeText unix={NOON} />
          <TimeText unix={NOON} style="full" />
          <TimeText unix={-1} />
          <TimeText unix={0} />
        </div>
      </Specimen>
      <Specimen part="KeyText">
        <div className="wraps">
          <KeyText value="sk-Wq7hT2mZx81nLpR4vKc9" />
          <KeyText value="sk-short" />
        </div>
      </Specimen>
    </>
  )
}

function Bars() {
  const say = useSay()
  return (
    <Specimen part="ShareBar, HealthStrip">
      <div className="wraps">
        <ShareBar share={0} label={say('Nothing used', '尚未使用')} />
        <ShareBar share={0.42} label="42 %" />
        <ShareBar share={0.93} label="93 %" />
        <ShareBar share={1} label="100 %" />
        <HealthStrip slices={slices.slice(0, 20)} count={20} label={say('One hour', '一小时')} />
        <HealthStrip slices={slices.slice(0, 20)} count={20} label={say('One hour, off', '一小时，已停用')} isDim />
        <HealthStrip slices={undefined} count={20} label={say('On its way', '加载中')} />
      </div>
      <HealthStrip slices={slices} count={60} size="tall" label={say('The last sixty minutes', '最近六十分钟')} />
    </Specimen>
  )
}

function ChipLine() {
  const say = useSay()
  return (
    <Specimen part="Chips" isWide>
      <Chips
        figures={[
          { label: say('Spent', '消耗'), value: <QuotaText value={42_100_000} /> },
          { label: say('Calls', '调用次数'), value: <NumberText value={86856} /> },
          { label: say('A label of several words', '由多个词组成的名称'), value: <NumberText value={0} zeroIsNone /> },
          { label: 'RPM', value: 412 },
          { label: 'TPM', value: <NumberText value={1234567} isShort /> },
        ]}
      />
    </Specimen>
  )
}
