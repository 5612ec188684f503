// What the account of a channel has left at its provider.
import type { Channel } from '@waystation/contract/channels/channel'
import { NO_TAG } from '@waystation/contract/channels/channel-tags'
import { reportsBalance } from '@waystation/contract/channels/channel-type'
import { useLanguage, useText } from '~/i18n'
import { confirm, InlineNumber, timeText, toast } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useManyChannels } from './many/use-many-channels.ts'
import './channel.css'

const CENTS = 2

/** Does this channel's provider report a balance? */
export const offersBalance = ({ type, base_url }: Pick<Channel, 'type' | 'base_url'>): boolean => reportsBalance(type, base_url)

/** `$312.40`, `¥41.75`, `7.00 EUR`. It is the provider's money, so it is shown in the provider's currency. */
export function moneyText(amount: number, currency: string): string {
  const figure = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: CENTS, maximumFractionDigits: CENTS })
  const minus = amount < 0 ? '−' : ''
  if (currency === 'USD') return `${minus}$${figure}`
  return currency === 'CNY' ? `${minus}¥${figure}` : `${minus}${figure} ${currency}`
}

/** The last reported balance: red when nothing is left, a dash where there is none. */
export function Balance({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const { balance, balance_currency, balance_updated_time } = channel
  if (balance_updated_time === 0) {
    return (
      <span className="text3" title={t(offersBalance(channel) ? 'channel.balanceUnknown' : 'channel.balanceNone')}>
        –
      </span>
    )
  }
  const time = timeText(balance_updated_time, 'full', language)
  return (
    <span className={balance <= 0 ? 'number tone-red' : 'number'} title={t('channel.balanceAt', { time })}>
      {moneyText(balance, balance_currency || 'USD')}
    </span>
  )
}

// Priority and weight, changed in the table.

const MAX_PRIORITY = 1_000_000_000
/** Lowest priority that the row of a tag takes (specification section 9). */
const MIN_TAG_PRIORITY = -999

type Rank = 'priority' | 'weight'

/** Of one channel. */
export function Ranks({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const { set, setQuietly } = useChannelCalls()
  const { id, name } = channel
  const save = async (rank: Rank, value: number) => {
    const before = channel[rank]
    await set(id, rank, value)
    toast.undo(t(`channel.${rank}Set`, { name, before, value }), () => setQuietly(id, rank, before))
  }
  return <RankPair name={name} least={-MAX_PRIORITY} values={(rank) => [channel[rank]]} onSave={save} />
}

/** Of all channels of a tag: no number where they differ (specification section 4), but from where to where. */
export function TagRanks({ channels, tag }: { readonly channels: readonly Channel[]; readonly tag: string }) {
  const t = useText()
  const { setInTag } = useManyChannels()
  const values = (rank: Rank) => channels.map((channel) => channel[rank])
  const save = async (rank: Rank, value: number) => {
    const [least, most] = rangeOf(values(rank))
    const isMeant =
      least === most ||
      (await confirm({
        title: t(`channel.confirmTag_${rank}`, { tag, value }),
        text: t('channel.confirmTagRank', { least, most }),
        yes: t('channel.setForAll'),
      }))
    if (isMeant) toast.done(t('channel.tagSaved', { count: await setInTag({ tag, [rank]: value }) }))
  }
  if (tag === NO_TAG) return <span className="text2">{`${rangeText(values('priority'))} / ${rangeText(values('weight'))}`}</span>
  return <RankPair name={tag} least={MIN_TAG_PRIORITY} values={values} onSave={save} />
}

interface RankPairProps {
  readonly name: string
  /** The lowest priority that may be given. */
  readonly least: number
  readonly values: (rank: Rank) => readonly number[]
  readonly onSave: (rank: Rank, value: number) => Promise<unknown>
}

function RankPair({ name, least, values, onSave }: RankPairProps) {
  const t = useText()
  const field = (rank: Rank, min: number) => {
    const [lowest, highest] = rangeOf(values(rank))
    const isSame = lowest === highest
    return (
      <InlineNumber
        label={`${t(`channel.${rank}`)}: ${name}${isSame ? '' : `, ${t('channel.rankRange', { least: lowest, most: highest })}`}`}
        value={isSame ? lowest : null}
        placeholder={`${lowest}–${highest}`}
        min={min}
        max={MAX_PRIORITY}
        onSave={(value) => onSave(rank, value)}
      />
    )
  }
  return (
    <span className="rank-pair">
      {field('priority', least)}
      <span className="text3">/</span>
      {field('weight', 0)}
    </span>
  )
}

function rangeText(values: readonly number[]): string {
  const [least, most] = rangeOf(values)
  return least === most ? String(least) : `${least}–${most}`
}

const rangeOf = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)]
