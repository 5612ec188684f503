import { useState } from 'react'
import { BottomSheet, Button, ChannelsIcon, KeyIcon, MoonIcon, Segmented, SideSheet, Tabs, toast, useUrlChoice } from '~/ui/kit'
import { CommandPalette } from '~/ui/menu/CommandPalette'
import { PopMenu } from '~/ui/menu/PopMenu'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const many = ['General', 'Drawing', 'Logs', 'Monitoring', 'Check-in', 'Invitations', 'Prices', 'Other'] as const
const manyZh = ['通用设置', '绘图设置', '日志设置', '监控设置', '签到设置', '邀请设置', '价格设置', '其他设置'] as const

export default function Navigation() {
  const say = useSay()
  return (
    <>
      <TabSpecimens />
      <Segments />
      <Sheets />
      <Palette />
      <Specimen title={say('Tabs that do not fit', '放不下的标签页')} isWide>
        <ManyTabs />
      </Specimen>
    </>
  )
}

function TabSpecimens() {
  const say = useSay()
  const [tab, setTab] = useUrlChoice('tab', ['settings', 'health', 'usage'])
  return (
    <Specimen part="Tabs" text={say('The open one stands in the address.', '当前标签页写在地址中。')}>
      <Tabs
        label={say('Channel', '渠道')}
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'settings', label: say('Setup', '配置'), content: <p>{say('What the channel is made of.', '渠道的组成。')}</p> },
          {
            key: 'health',
            label: say('Health', '健康状况'),
            badge: { text: 4, tone: 'amber' },
            content: <p>{say('Four failures in the last hour.', '最近一小时失败四次。')}</p>,
          },
          { key: 'usage', label: say('Spending', '用量'), badge: { text: 12 }, content: <p>{say('What it cost.', '花费多少。')}</p> },
        ]}
      />
    </Specimen>
  )
}

function ManyTabs() {
  const say = useSay()
  const [tab, setTab] = useState('0')
  return (
    <Tabs
      label={say('Sections', '分区')}
      value={tab}
      onChange={setTab}
      aside={<Button size="small">{say('Aside', '附加')}</Button>}
      tabs={many.map((label, index) => {
        const words = say(label, manyZh[index] ?? '')
        return { key: String(index), label: words, content: <p>{words}</p> }
      })}
    />
  )
}

function Segments() {
  const say = useSay()
  const [span, setSpan] = useUrlChoice('span', ['hour', 'day', 'week'])
  return (
    <Specimen part="Segmented">
      <div className="wraps">
        <Segmented
          label={say('Span', '粒度')}
          value={span}
          onChange={setSpan}
          choices={[
            { value: 'hour', label: say('By hour', '按小时') },
            { value: 'day', label: say('By day', '按天') },
            { value: 'week', label: say('By week', '按周') },
          ]}
        />
        <Segmented
          label={say('Unit', '单位')}
          size="small"
          value="usd"
          onChange={() => undefined}
          choices={[
            { value: 'usd', label: '$ / M' },
            { value: 'ratio', label: say('Factor', '倍率'), disabledReason: say('No factor here', '此处无倍率') },
          ]}
        />
        <Segmented
          label={say('Unit, off', '单位（停用）')}
          isDisabled
          value="usd"
          onChange={() => undefined}
          choices={[
            { value: 'usd', label: '$' },
            { value: 'cny', label: '¥' },
          ]}
        />
      </div>
      <WayChoice />
    </Specimen>
  )
}

function WayChoice() {
  const say = useSay()
  const [kind, setKind] = useState('mail')
  return (
    <Segmented
      label={say('Way', '方式')}
      isBlock
      value={kind}
      onChange={setKind}
      choices={[
        { value: 'mail', label: say('By mail', '邮件通知') },
        { value: 'hook', label: 'Webhook' },
      ]}
    />
  )
}

function Sheets() {
  const say = useSay()
  const [open, setOpen] = useState<'side' | 'bottom'>()
  const close = () => setOpen(undefined)
  return (
    <Specimen part="SideSheet, BottomSheet">
      <div className="wraps">
        <Button onClick={() => setOpen('side')}>{say('From the side', '侧边面板')}</Button>
        <Button onClick={() => setOpen('bottom')}>{say('From below', '底部面板')}</Button>
      </div>
      <SideSheet
        isOpen={open === 'side'}
        onClose={close}
        title={say(
          'Edit channel “a-name-as-long-as-a-name-may-be-with-no-place-to-break-in-it-at-all-and-then-some-more-of-it”',
          '编辑渠道“a-name-as-long-as-a-name-may-be-with-no-place-to-break-in-it-at-all-and-then-some-more-of-it”',
        )}
        width={480}
      >
        <p>{say('Escape closes it.', '按 Escape 关闭。')}</p>
      </SideSheet>
      <BottomSheet
        isOpen={open === 'bottom'}
        onClose={close}
        title={say('A sheet with a title that is longer than a phone is wide', '标题比手机屏幕还要长很多很多很多很多的面板')}
        footer={
          <Button kind="primary" isBlock onClick={close}>
            {say('Got it', '知道了')}
          </Button>
        }
      >
        <p>{say('As high as it needs to be.', '高度随内容而定。')}</p>
      </BottomSheet>
    </Specimen>
  )
}

function Palette() {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const items = [
    {
      key: 'a',
      icon: <ChannelsIcon />,
      name: 'bedrock-us-east',
      kind: say('A channel', '渠道之一'),
      run: () => toast.info('bedrock-us-east'),
    },
    { key: 'b', icon: <KeyIcon />, name: 'ci-review', kind: say('A token', '令牌之一'), run: () => toast.info('ci-review') },
  ].filter((item) => item.name.includes(query))
  return (
    <Specimen part="CommandPalette, PopMenu">
      <div className="wraps">
        <Button onClick={() => setIsOpen(true)}>{say('Go somewhere…', '跳转…')}</Button>
        <PopMenu
          label={say('Your account', '你的账户')}
          className="pop-sample"
          side="left"
          items={[
            { key: 'a', label: say('To the profile', '个人资料'), icon: <KeyIcon />, isCurrent: true, run: () => undefined },
            { key: 'b', label: say('Out of here', '离开'), icon: <MoonIcon />, run: () => undefined },
          ]}
        >
          linqiao
        </PopMenu>
      </div>
      {isOpen && (
        <CommandPalette
          title={say('Go to', '前往')}
          placeholder={say('A name, or what to do', '名称或操作')}
          query={query}
          onQuery={setQuery}
          groups={[{ key: 'all', label: say('All there is', '全部内容'), items }]}
          note={items.length === 0 ? say('Nothing is called so', '没有此名称') : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Specimen>
  )
}
