import { type ReactNode, useState } from 'react'
import {
  Button,
  CopyButton,
  CopyIcon,
  DownloadIcon,
  EditIcon,
  IconButton,
  InlineNumber,
  Menu,
  MenuButton,
  type MenuItem,
  MoreIcon,
  Popover,
  PowerIcon,
  QuickChoices,
  Select,
  Slider,
  Toggle,
  TrashIcon,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const never = () => new Promise<void>(() => undefined)

export default function Buttons() {
  return (
    <>
      <Words />
      <Icons />
      <Menus />
      <Choices />
    </>
  )
}

function Words() {
  const say = useSay()
  return (
    <Specimen part="Button" text={say('Verb and thing. One primary per panel.', '动词加对象；每个面板只有一个主按钮。')}>
      <Row>
        <Button kind="primary">{say('Create token', '新建令牌')}</Button>
        <Button>{say('Not now', '暂不')}</Button>
        <Button icon={<DownloadIcon />}>CSV</Button>
        <Button kind="text">{say('Start over', '重新开始')}</Button>
        <Button kind="danger">{say('Remove…', '移除…')}</Button>
        <Button kind="danger-filled">{say('Remove token', '移除令牌')}</Button>
      </Row>
      <Row>
        <Button kind="primary" isBusy>
          {say('Saving', '保存中')}
        </Button>
        <Button isDisabled>{say('Revert', '还原')}</Button>
        <Button disabledReason={say('Choose a model first', '请先选择模型')}>{say('Run test', '开始测试')}</Button>
        <Button size="small">{say('Small', '小号')}</Button>
        <Button size="large">{say('Large', '大号')}</Button>
        <Button onClick={never}>{say('Busy once pressed', '点击后显示进度')}</Button>
      </Row>
      <Button isBlock>{say('As wide as its panel, however long the words in it are', '与面板同宽，不论文字多长')}</Button>
    </Specimen>
  )
}

function Icons() {
  const say = useSay()
  return (
    <Specimen part="IconButton">
      <Row>
        <IconButton label={say('Change', '修改')} icon={<EditIcon />} />
        <IconButton label={say('Change it', '修改此项')} icon={<EditIcon />} isSmall />
        <IconButton label={say('Take a copy', '复制一份')} icon={<CopyIcon />} isBordered />
        <IconButton label={say('Throw away', '丢弃')} icon={<TrashIcon />} isDanger />
        <IconButton label={say('Switched on', '已打开')} icon={<PowerIcon />} isBordered isPressed />
        <IconButton label={say('Switch', '开关')} icon={<PowerIcon />} disabledReason={say('Not yours', '不属于你')} />
        <CopyButton value="req_01JQ8W4M7T" />
        <CopyButton value="req_01JQ8W4M7T" hasWords />
      </Row>
    </Specimen>
  )
}

function Menus() {
  const say = useSay()
  return (
    <Specimen part="Menu" text={say('On a phone it opens from the foot of the screen.', '在手机上从屏幕底部弹出。')}>
      <Row>
        <Menu items={menuItems(say)}>
          <IconButton label={say('Token actions', '令牌操作')} icon={<MoreIcon />} isBordered />
        </Menu>
        <MenuButton label="CSV" icon={<DownloadIcon />} items={menuItems(say)} />
        <Popover label={say('Details', '详情')} content={() => <p>{say('A small panel beside a word.', '词语旁的小面板。')}</p>}>
          {say('A word with a panel', '带面板的词')}
        </Popover>
      </Row>
    </Specimen>
  )
}

/** Controls outside a form. */
function Choices() {
  const say = useSay()
  const [isOn, setIsOn] = useState(true)
  const [share, setShare] = useState<number>()
  const [size, setSize] = useState<string>('a')
  const [days, setDays] = useState('7')
  return (
    <Specimen part="Toggle, Slider, Select, InlineNumber, QuickChoices">
      <Row>
        <Toggle label={say('Tag mode', '标签模式')} isOn={isOn} onChange={setIsOn} />
        <InlineNumber label={say('Rank', '次序')} value={12} min={0} max={99} onSave={() => Promise.resolve()} />
        <InlineNumber label={say('Rank that differs', '不一致的次序')} value={null} min={0} max={99} onSave={() => Promise.resolve()} />
        <Select
          label={say('Model', '模型')}
          value={size}
          onChange={setSize}
          width={180}
          choices={[
            { value: 'a', label: 'gpt-5-mini' },
            { value: 'b', label: 'claude-sonnet-4-5-20250929-with-a-long-name' },
          ]}
        />
      </Row>
      <Slider label={say('Randomness', '随机性')} value={share} min={0} max={1} step={0.1} onChange={setShare} />
      <QuickChoices choices={['1', '7', '30'].map((value) => ({ label: value, isChosen: value === days, choose: () => setDays(value) }))} />
      <QuickChoices isDisabled choices={[{ label: '$5', isChosen: true, choose: () => undefined }]} />
    </Specimen>
  )
}

const menuItems = (say: Say): MenuItem[] => [
  { key: 'edit', label: say('Change…', '修改…'), icon: <EditIcon />, run: () => undefined },
  { key: 'on', label: say('Chosen now', '当前选择'), icon: <PowerIcon />, isChosen: true, run: () => undefined },
  {
    key: 'copy',
    label: say('Take a copy', '复制一份'),
    icon: <CopyIcon />,
    disabledReason: say('Only a super admin may', '仅超级管理员可用'),
    run: () => undefined,
  },
  { key: 'remove', label: say('Remove', '移除'), icon: <TrashIcon />, isDanger: true, run: () => undefined },
]

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="wraps">{children}</div>
}
