import { Link } from '@tanstack/react-router'
import type { TimelineLine } from '@waystation/contract/people/timeline'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '~/i18n'
import { paths } from '~/paths'
import { AuditActor, AuditChange, hasChange } from '~/shared/audit/AuditCells'
import { AuditSentence } from '~/shared/audit/AuditSentence'
import { OrderState } from '~/shared/money/OrderState'
import { priceText } from '~/shared/money/price-text'
import {
  AuditIcon,
  BalanceIcon,
  KeyIcon,
  LogOutIcon,
  MessageIcon,
  middleCut,
  OrdersIcon,
  TimeText,
  UserIcon,
  useQuotaFormat,
} from '~/ui/kit'

type Of<Source extends TimelineLine['source']> = Extract<TimelineLine, { source: Source }>
/** What stands in a row: the sentence, what is worth knowing besides, and an amount. */
interface Told {
  readonly icon: ReactNode
  readonly sentence: ReactNode
  readonly aside?: ReactNode
  readonly amount?: ReactNode
}

/** One thing that happened: when, what, and how much. @param userId whose timeline it is */
export function TimelineRow({ line, userId }: { readonly line: TimelineLine; readonly userId: number }) {
  const money = useMoneyTold()
  const order = useOrderTold()
  const message = useMessageTold()
  const audit = useAuditTold(userId)
  const told =
    line.source === 'money' ? money(line) : line.source === 'order' ? order(line) : line.source === 'message' ? message(line) : audit(line)
  return (
    <li className="timeline-row">
      <span className="timeline-time">
        <TimeText unix={line.at} style="clock" />
      </span>
      <span className="timeline-icon" aria-hidden>
        {told.icon}
      </span>
      <div className="timeline-words">
        <div>{told.sentence}</div>
        {told.aside && <div className="timeline-aside">{told.aside}</div>}
      </div>
      {told.amount && <span className="timeline-amount number">{told.amount}</span>}
    </li>
  )
}

/** Parts of what is known besides, with a point between them. */
function Parts({ parts }: { readonly parts: readonly (readonly [key: string, part: ReactNode])[] }) {
  return parts.map(([key, part], at) => (
    <span key={key}>
      {at > 0 && ' · '}
      {part}
    </span>
  ))
}

const methodKeys: Readonly<Record<string, TextKey>> = {
  zfb: 'wallet.methods.zfb',
  wx: 'wallet.methods.wx',
  stripe: 'wallet.methods.stripe',
}

function useMethodName() {
  const t = useText()
  return (method: string) => {
    const key = methodKeys[method]
    return key === undefined ? method : t(key)
  }
}

function useMoneyTold(): (line: Of<'money'>) => Told {
  const t = useText()
  const format = useQuotaFormat()
  const methodName = useMethodName()
  return ({ cause, in: amountIn, out, note, method, actor, actor_id, order_id, kind }) => {
    const parts: (readonly [string, ReactNode])[] = []
    if (actor !== '') parts.push(['actor', <By key="actor" id={actor_id} name={actor} />])
    if (note !== '') parts.push(['note', note])
    if (method !== '') parts.push(['method', methodName(method)])
    if (order_id > 0) parts.push(['order', <OrderLink key="order" id={order_id} words={t('userPage.orderNumber', { id: order_id })} />])
    if (cause === 'other')
      parts.push([
        'kind',
        <span key="kind" className="mono">
          {kind}
        </span>,
      ])
    const isIn = amountIn >= out
    return {
      icon: <BalanceIcon />,
      sentence: t(`userPage.money.${cause}`),
      aside: parts.length > 0 && <Parts parts={parts} />,
      amount: (
        <span className={isIn ? 'timeline-in' : ''}>
          {isIn ? '+' : '−'}
          {format(Math.abs(amountIn - out), 'exact')}
        </span>
      ),
    }
  }
}

function By({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useText()
  return (
    <>
      {t('userPage.by')} <AuditActor row={{ actor_id: id, actor_name: name }} />
    </>
  )
}

const OrderLink = ({ id, words }: { readonly id: number; readonly words: string }) => (
  <Link to={paths.orders()} search={{ keyword: String(id) }}>
    {words}
  </Link>
)

function useOrderTold(): (line: Of<'order'>) => Told {
  const t = useText()
  const format = useQuotaFormat()
  const methodName = useMethodName()
  return ({ id, trade_no, method, status, money, currency, quota, completed_because }) => {
    const parts: (readonly [string, ReactNode])[] = [
      ['price', `${priceText(money, currency)} · ${methodName(method)}`],
      ['credit', t('userPage.orderFor', { amount: format(quota, 'exact') })],
      [
        'number',
        <span key="number" className="mono" title={trade_no}>
          {middleCut(trade_no)}
        </span>,
      ],
    ]
    if (completed_because !== '') parts.push(['because', t('userPage.orderByHand', { reason: completed_because })])
    return {
      icon: <OrdersIcon />,
      sentence: (
        <>
          {t('userPage.orderOpened')} <OrderLink id={id} words={t('userPage.orderNumber', { id })} /> <OrderState status={status} />
        </>
      ),
      aside: <Parts parts={parts} />,
    }
  }
}

function useMessageTold(): (line: Of<'message'>) => Told {
  const t = useText()
  return ({ id, title, read_at }) => ({
    icon: <MessageIcon />,
    sentence: (
      <>
        {t('userPage.messageSent')}{' '}
        <Link to={paths.messages()} search={{ edit: String(id) }}>
          {title}
        </Link>
      </>
    ),
    aside:
      read_at === 0 ? (
        t('userPage.messageUnread')
      ) : (
        <>
          {t('userPage.messageRead')} <TimeText unix={read_at} style="full" />
        </>
      ),
  })
}

const auditIcons = { token: <KeyIcon />, login: <LogOutIcon />, account: <UserIcon />, handled: <AuditIcon /> }

function useAuditTold(userId: number): (line: Of<'audit'>) => Told {
  return (line) => {
    const parts: (readonly [string, ReactNode])[] = []
    if (line.actor_id !== userId && line.actor_name !== '')
      parts.push(['actor', <By key="actor" id={line.actor_id} name={line.actor_name} />])
    if (hasChange(line)) parts.push(['change', <AuditChange key="change" row={line} />])
    if (line.client_ip !== '')
      parts.push([
        'ip',
        <span key="ip" className="mono">
          {line.client_ip}
        </span>,
      ])
    return { icon: auditIcons[line.kind], sentence: <AuditSentence row={line} />, aside: parts.length > 0 && <Parts parts={parts} /> }
  }
}
