import { useState } from 'react'
import { CodeList } from '~/features/coupons/codes/CodesDialog'
import { BalancePanel, DayBars } from '~/features/wallet/BalancePanel'
import { CodeEntry } from '~/features/wallet/CodeEntry'
import { AmountPicker } from '~/features/wallet/pay/AmountPicker'
import { topUpPrice } from '~/features/wallet/pay/top-up'
import { Banner, CardIcon, numberText, QrCode, RadioCards, SumLines } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'
import { CodesSpecimen, PaySpecimen, WaitingSpecimen } from './Paying.tsx'

const days = [3, 18, 12, 16, 15, 9, 8, 17, 19, 15, 18, 8, 5, 14, 7, 6, 18, 9, 12]
const month = [...days, ...Array<null>(12).fill(null)]
const balance = 64_231_956
const rates = { price: 7.3, groupRatio: 0.9 }

export default function Wallet() {
  const say = useSay()
  return (
    <>
      <Balances />
      <Amounts />
      <Methods />
      <Specimen part="SumLines" text={say('A result has a line above it.', '合计上方有一条线。')}>
        <SumLines
          lines={[
            { label: say('You get', '到账'), value: '$50.00' },
            { label: say('Group ratio', '分组倍率'), note: 'team', value: '× 0.9' },
            { label: say('To pay', '应付'), value: '¥328.50', isTotal: true },
          ]}
        />
        <SumLines lines={[{ label: say('Balance after', '调整后余额'), value: '−$2.0904', isTotal: true, tone: 'red' }]} />
      </Specimen>
      <WaitingSpecimen />
      <Specimen part="QrCode" text={say('Dark on white in both themes.', '明暗主题下均为白底黑码。')}>
        <div className="wraps">
          <QrCode text="https://pay.example.com/o/1" label={say('Scan to pay', '扫码支付')} size={132} />
          <QrCode text="" label="" size={132} cover={say('Expired', '已失效')} />
        </div>
      </Specimen>
      <PaySpecimen />
      <CodesSpecimen />
      <Entry />
      <Specimen part="CodeList">
        <CodeList
          hasNames
          codes={[
            { name: say('Spring gift', '开春福利'), code: 'd92c748a02f7459a2e324d08cd35161d' },
            {
              name: say('A name that is longer than its column is wide', '一个比列宽更长的兑换码名称，会以省略号结尾'),
              code: 'SPRING-2026-7F3K',
            },
          ]}
        />
      </Specimen>
    </>
  )
}

function Entry() {
  const say = useSay()
  const [code, setCode] = useState('SPRING-2026-7F3K')
  const words = { label: say('Code', '兑换码'), placeholder: say('Paste a code', '粘贴兑换码'), submit: say('Redeem', '兑换') }
  const field = { ...words, value: code, onChange: setCode, onSubmit: () => undefined, isBusy: false }
  return (
    <Specimen part="CodeEntry">
      <CodeEntry {...field} fault={undefined} />
      <CodeEntry {...field} fault={say('You already used this code.', '你已使用过该兑换码')} />
    </Specimen>
  )
}

const balanceOf = (say: Say) => ({
  balance,
  held: 421_000,
  heldNote: say('3 calls in progress', '3 次调用进行中'),
  usedLabel: say('Used in March', '3 月已用'),
  used: 40_775_000,
  usedByDay: month,
  usedByDayLabel: say('Used by day: between $0.84 and $6.12', '每日用量：$0.84 至 $6.12'),
})

function Balances() {
  const say = useSay()
  return (
    <Specimen part="BalancePanel" isWide>
      <BalancePanel
        {...balanceOf(say)}
        balanceHint={say('About 33 days at this pace', '按近 7 天用量约可用 33 天')}
        heldHint={
          <>
            <span>{say('Email below $1.00', '低于 $1.00 时发邮件提醒')}</span>
            <a href="#change">{say('Change', '修改')}</a>
          </>
        }
        usedHint={
          <>
            <span>{say('−31.0% on Feb 1–18', '较上月同期 −31.0%')}</span>
            <span>{say('Today $4.35', '今天 $4.35')}</span>
          </>
        }
      />
      <BalancePanel
        {...balanceOf(say)}
        balance={-1_204}
        held={0}
        heldNote={say('no calls in progress', '无进行中的调用')}
        used={0}
        usedByDay={[0, 0]}
      />
      <div data-stays>
        <BalancePanel {...balanceOf(say)} isLoading />
      </div>
      <div style={{ width: 160 }}>
        <DayBars values={month} label={say('Used by day', '每日用量')} />
      </div>
    </Specimen>
  )
}

function Amounts() {
  const say = useSay()
  const [amount, setAmount] = useState<number | undefined>(50)
  const [odd, setOdd] = useState<number | undefined>(3)
  const choices = [10, 20, 50, 100, 200, 500].map((dollars) => ({
    amount: dollars,
    label: `$${dollars}`,
    price: `¥${numberText(topUpPrice(dollars, rates), 'en', 2)}`,
  }))
  return (
    <Specimen part="AmountPicker" text={say('A typed amount chooses its card.', '输入的金额会自动选中对应卡片。')}>
      <AmountPicker
        label={say('Amount', '金额')}
        choices={choices}
        value={amount}
        onChange={setAmount}
        otherLabel={say('Other amount', '其他金额')}
        prefix="$"
        hint={say('Whole dollars, at least $1', '整数，最低 $1')}
      />
      <AmountPicker
        label={say('Amount', '金额')}
        choices={choices.slice(0, 3).map((choice) => ({ ...choice, price: undefined }))}
        value={odd}
        onChange={setOdd}
        otherLabel={say('Prices are on their way, and the amount is too small', '价格加载中，且金额过小')}
        prefix="$"
        error={odd !== undefined && odd < 5 ? say('The minimum top-up is $5', '充值金额不能低于 $5') : undefined}
      />
    </Specimen>
  )
}

function Methods() {
  const say = useSay()
  const [method, setMethod] = useState('alipay')
  return (
    <Specimen part="RadioCards" text={say('A handful of short things.', '少量简短选项。')}>
      <RadioCards
        label={say('Pay with', '支付方式')}
        hasLabel
        value={method}
        onChange={setMethod}
        columns={{ wide: 3, narrow: 3 }}
        cards={[
          { value: 'alipay', label: say('Alipay', '支付宝'), icon: say('A', '支') },
          { value: 'wechat', label: say('WeChat', '微信'), icon: say('W', '微') },
          { value: 'card', label: say('Card', '银行卡'), icon: <CardIcon />, disabledReason: say('Under maintenance', '维护中') },
        ]}
      />
      <Banner tone="blue">{say('No payment method is set up.', '未配置支付方式。')}</Banner>
    </Specimen>
  )
}
