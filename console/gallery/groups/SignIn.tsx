import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { HumanCheck } from '~/shared/sign-in/HumanCheck'
import type { HumanCheckVendor } from '~/shared/sign-in/human-check'
import { GitHubIcon, LinuxDoIcon } from '~/shared/sign-in/outside-providers'
import { type SignInProvider, SignInProviders } from '~/shared/sign-in/SignInProviders'
import {
  Button,
  CodeField,
  CountdownButton,
  confirm,
  DescriptionList,
  type Fact,
  Form,
  IdCardIcon,
  MailIcon,
  PasskeyIcon,
  QuotaText,
  StatusTag,
  TelegramIcon,
  TimeText,
  WeChatIcon,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 100))

/** Vendors without a network, one for each way that a check can go. */
const vendor = (name: string, run: HumanCheckVendor['load']): HumanCheckVendor => ({ name, load: run })
const passing = vendor('Turnstile', async () => ({
  render: (_element, _look, events) => {
    events.onToken('token')
    return () => undefined
  },
}))
const slow = vendor('Turnstile', () => new Promise(() => undefined))
const broken = vendor('Turnstile', async () => {
  await soon()
  throw new Error('no script')
})
const clicking = vendor('Turnstile', async () => ({
  render: (element, _look, events) => {
    const box = document.createElement('button')
    box.type = 'button'
    box.textContent = '☐ widget'
    box.style.cssText = 'width: 100%; height: 65px; border: 1px solid var(--border); background: var(--surface); color: var(--text)'
    box.onclick = () => events.onToken('token')
    element.append(box)
    events.onNeedsClick()
    return () => box.remove()
  },
}))

/** The check of each of them. */
function HumanChecks() {
  const say = useSay()
  const [token, setToken] = useState<string>()
  return (
    <Specimen part="HumanCheck" text={say('Loading, passed, failed, and with a box to click.', '加载中、通过、失败，以及需要点击。')}>
      <div data-stays>
        <HumanCheck siteKey="key" vendor={slow} onToken={() => undefined} />
      </div>
      <HumanCheck siteKey="key" vendor={passing} onToken={() => undefined} />
      <HumanCheck siteKey="key" vendor={broken} onToken={() => undefined} />
      <HumanCheck siteKey="key" vendor={clicking} onToken={setToken} />
      <p className="text3">{token === undefined ? say('No token yet', '尚无令牌') : token}</p>
    </Specimen>
  )
}

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 600))
const icons: Readonly<Record<string, ReactNode>> = {
  GitHub: <GitHubIcon />,
  OIDC: <IdCardIcon />,
  LinuxDO: <LinuxDoIcon />,
  WeChat: <WeChatIcon />,
  Telegram: <TelegramIcon />,
}

export default function SignIn() {
  const say = useSay()
  const words = {
    label: say('Send code', '发送验证码'),
    waiting: (seconds: number) => say(`Resend in ${seconds} s`, `${seconds} 秒后重发`),
  }
  return (
    <>
      <Specimen part="CountdownButton">
        <div className="wraps">
          <CountdownButton {...words} seconds={30} onClick={later} />
          <CountdownButton {...words} seconds={30} onClick={later} isWaiting />
          <CountdownButton {...words} seconds={30} onClick={later} disabledReason={say('Enter an address first', '请先填写邮箱')} />
          <CountdownButton {...words} seconds={3} onClick={() => later().then(() => Promise.reject(new Error('refused')))} />
        </div>
      </Specimen>
      <Specimen part="SignInProviders">
        <Providers say={say} names={['GitHub', 'OIDC', 'LinuxDO']} />
        <Providers say={say} names={['GitHub', 'OIDC', 'LinuxDO', 'WeChat', 'Telegram']} />
        <div data-stays>
          <Providers say={say} names={['GitHub', 'OIDC']} busy="OIDC" />
        </div>
      </Specimen>
      <Specimen part="SignInProviders" title={say(' with a passkey', '（含通行密钥）')}>
        <Providers say={say} names={['GitHub', 'OIDC']} hasPasskey />
        <Providers say={say} names={[]} hasPasskey />
      </Specimen>
      <Specimen part="CodeField">
        <Codes say={say} />
      </Specimen>
      <Specimen part="DescriptionList">
        <DescriptionList facts={userFacts(say)} columns={2} />
        <DescriptionList facts={userFacts(say).slice(0, 3)} />
      </Specimen>
      <Specimen part="DescriptionList" title={say(' with icons', '（带图标）')}>
        <DescriptionList facts={accounts(say)} />
      </Specimen>
      <TypedQuestion say={say} />
      <HumanChecks />
    </>
  )
}

interface ProvidersProps {
  readonly say: Say
  readonly names: readonly string[]
  readonly busy?: string
  readonly hasPasskey?: boolean
}

function Providers({ say, names, busy, hasPasskey = false }: ProvidersProps) {
  const providers = names.map(
    (name): SignInProvider => ({ key: name, name, icon: icons[name], run: () => undefined, isBusy: name === busy }),
  )
  const passkey = (
    <Button size="large" isBlock icon={<PasskeyIcon />}>
      {say('Log in with a passkey', '使用通行密钥登录')}
    </Button>
  )
  return (
    <SignInProviders
      label={say('Log in with', '登录方式：')}
      divider={say('or', '或')}
      first={hasPasskey ? passkey : undefined}
      providers={providers}
    />
  )
}

const Codes = ({ say }: { readonly say: Say }) => (
  <Form schema={CodeForm} initial={{ empty: '', begun: '8319', full: '831942' }} onSubmit={later}>
    <CodeField name="empty" label={say('Code', '验证码')} hint={say('From your app', '来自验证器应用')} />
    <CodeField name="begun" label={say('Begun', '输入中')} />
    <CodeField name="full" label={say('Not now', '暂不可用')} disabledReason={say('wait for a new code', '请等待新的验证码')} />
  </Form>
)

const CodeForm = z.object({ empty: z.string(), begun: z.string(), full: z.string() })

const userFacts = (say: Say): Fact[] => [
  { label: say('Account', '账户'), value: 'linqiao' },
  { label: say('State', '状态'), value: <StatusTag of="user" value={1} /> },
  { label: say('Balance', '余额'), value: <QuotaText value={51_590_000} /> },
  { label: say('Since', '注册时间'), value: <TimeText unix={1_748_900_000} /> },
  { label: say('Invited by', '邀请人'), value: undefined },
  {
    label: say('A value that is long', '很长的值'),
    value: <code>wsa_7Qm2xV9cKp4sTz8LhR3nYd6WbJ1fGa5EwsaQm2xV9cKp4sTz8LhR3nYd6WbJ1fGa5E</code>,
    action: <Button size="small">{say('Renew', '重新生成')}</Button>,
  },
]

const accounts = (say: Say): Fact[] => [
  {
    label: say('Mail', '邮箱'),
    value: 'linqiao@example.net',
    icon: <MailIcon />,
    action: <Button size="small">{say('Replace', '更换')}</Button>,
  },
  { label: 'GitHub', value: 'linqiao-dev', icon: <GitHubIcon />, action: <Button size="small">{say('Unbind', '解绑')}</Button> },
  {
    label: 'Telegram',
    value: say('Not linked', '未绑定'),
    icon: <TelegramIcon />,
    action: <Button size="small">{say('Bind', '绑定')}</Button>,
  },
]

function TypedQuestion({ say }: { readonly say: Say }) {
  const [answer, setAnswer] = useState<boolean>()
  const ask = async () =>
    setAnswer(
      await confirm({
        title: say('Delete account “linqiao”?', '注销账户“linqiao”？'),
        text: say('Its balance is lost and its tokens stop at once.', '余额作废，令牌立即失效。'),
        yes: say('Delete it', '注销'),
        isDanger: true,
        typed: 'linqiao',
      }),
    )
  return (
    <Specimen part="confirm" title={say(' with a name to type', '（需输入名称）')}>
      <div className="wraps">
        <Button kind="danger" onClick={ask}>
          {say('Delete account…', '注销账户…')}
        </Button>
        {answer !== undefined && <span>{answer ? say('Confirmed', '已确认') : say('Left alone', '未执行')}</span>}
      </div>
    </Specimen>
  )
}
