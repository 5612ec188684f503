import { useState } from 'react'
import { CodesDialog } from '~/features/coupons/codes/CodesDialog'
import { PayDialog } from '~/features/wallet/pay/PayDialog'
import { useWaiting, type Waiting, WaitingBox } from '~/features/wallet/pay/WaitingBox'
import { Button, CardIcon } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const QUARTER_HOUR_MS = 900_000
/** A wait that stands still, for pictures. */
const still: Waiting = { phase: 'waiting', isPolling: false, secondsLeft: 872, secondsInAll: 900, pollNow: async () => undefined }

export function WaitingSpecimen() {
  const say = useSay()
  const words = {
    label: say('Waiting for payment', '等待付款'),
    hint: say('Credited within seconds.', '付款后几秒内到账。'),
    done: say('Paid. Your balance is now $178.46.', '付款成功，当前余额 $178.46。'),
    failed: say('The order was closed.', '订单已关闭。'),
    expired: say('The order has expired.', '订单已过期。'),
  }
  return (
    <Specimen part="WaitingBox, useWaiting">
      <div data-stays>
        <WaitingBox {...words} waiting={still} />
      </div>
      <div data-stays>
        <WaitingBox {...words} waiting={{ ...still, secondsLeft: 7, failure: new Error('offline') }} />
      </div>
      <WaitingBox {...words} waiting={{ ...still, phase: 'done' }} />
      <WaitingBox {...words} waiting={{ ...still, phase: 'failed' }} />
      <WaitingBox {...words} waiting={{ ...still, phase: 'expired' }} />
    </Specimen>
  )
}

export function PaySpecimen() {
  const say = useSay()
  const [open, setOpen] = useState<'code' | 'page' | 'late'>()
  const close = () => setOpen(undefined)
  return (
    <Specimen part="PayDialog" text={say('“I have paid” at the third press is true.', '第三次点击“我已付款”时到账。')}>
      <div className="wraps">
        <Button onClick={() => setOpen('code')}>{say('With a code…', '扫码…')}</Button>
        <Button onClick={() => setOpen('page')}>{say('On its own page…', '跳转页面…')}</Button>
        <Button onClick={() => setOpen('late')}>{say('Expires in 5 s…', '5 秒后过期…')}</Button>
      </div>
      {open && <Pay key={open} kind={open} onClose={close} say={say} />}
    </Specimen>
  )
}

function Pay({ kind, onClose, say }: { kind: 'code' | 'page' | 'late'; onClose: () => void; say: Say }) {
  const [startedAtMs, setStartedAtMs] = useState(Date.now)
  const [asked] = useState({ times: 0 })
  const waiting = useWaiting({
    of: `${kind}-${startedAtMs}`,
    startedAtMs,
    endsAtMs: startedAtMs + (kind === 'late' ? 5000 : QUARTER_HOUR_MS),
    everyMs: QUARTER_HOUR_MS,
    poll: async () => {
      asked.times += 1
      return asked.times % 3 === 0 ? 'done' : 'waiting'
    },
  })
  return (
    <PayDialog
      isOpen
      onClose={onClose}
      title={kind === 'page' ? say('Pay by card', '银行卡支付') : say('Pay with Alipay', '支付宝扫码支付')}
      code={
        kind === 'page'
          ? undefined
          : { text: 'https://pay.example.com/o/USR1042NOX3J5512889088', caption: say('Scan with Alipay', '用支付宝扫一扫付款') }
      }
      onOpenPage={() => undefined}
      icon={<CardIcon />}
      price="¥328.50"
      lines={[
        { label: say('You get', '到账'), value: '$50.00' },
        { label: say('Price', '计价'), value: '50 × ¥7.30 × 0.9' },
      ]}
      orderNumber="USR1042NOX3J5512889088"
      waiting={waiting}
      paid={say('Paid. Your balance is now $178.46.', '付款成功，当前余额 $178.46。')}
      onOtherMethod={onClose}
      onNewOrder={() => setStartedAtMs(Date.now())}
    />
  )
}

export function CodesSpecimen() {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const codes = Array.from({ length: 20 }, (_, index) => ({
    name: say('New user trial', '新用户体验'),
    code: `d92c748a02f7459a2e324d08cd3516${index + 10}`,
  }))
  return (
    <Specimen part="CodesDialog">
      <div className="wraps">
        <Button onClick={() => setIsOpen(true)}>{say('20 codes…', '20 个兑换码…')}</Button>
      </div>
      <CodesDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={say('20 codes created', '已创建 20 个兑换码')}
        facts={[
          { label: say('Name', '名称'), value: say('New user trial', '新用户体验') },
          { label: say('Each', '每个'), value: '$5.00' },
          { label: say('Valid', '有效期'), value: say('Mar 18 – Jun 30', '3月18日 – 6月30日') },
          { label: say('Total', '合计'), value: '$100.00' },
        ]}
        codes={codes}
        fileName="codes"
        note={say('You can copy them from the list later', '关闭后仍可在列表中复制')}
      />
    </Specimen>
  )
}
