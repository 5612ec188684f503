import { useText } from '~/i18n'
import { useMethodName } from '../methods.tsx'
import type { EntryData } from './statement-data.ts'

/** What an entry is called in a line of its own. The ref says what its kind leaves open. */
export function useEntryWords(): (entry: EntryData) => string {
  const t = useText()
  const methodName = useMethodName()
  return ({ kind, ref, method, note, actor }) => {
    switch (kind) {
      case 'epay':
      case 'stripe':
        return methodName(method || kind)
      case 'redeem':
        return note
      case 'check-in':
        return t('statement.checkIn')
      case 'rebate':
        return t(ref.startsWith('rebate:redeem:') ? 'statement.rebateOfCode' : 'statement.rebateOfPayment')
      case 'aff-transfer':
        return t('statement.transferred')
      case 'grant':
        return t(grantKey(ref))
      case 'adjust':
        return [actor === '' ? t('statement.adjusted') : t('statement.adjustedBy', { name: actor }), note].filter(Boolean).join(' · ')
      case 'refund':
        return ref.startsWith('refund:rebate:') ? t('statement.rebateTakenBack') : methodName(method || kind)
      default:
        return kind
    }
  }
}

/** `grant:invitee:12`, `grant:register:12`, `grant:01ARZ…`. */
function grantKey(ref: string) {
  if (ref.startsWith('grant:invitee:')) return 'statement.invited'
  return /^grant:[a-z-]+:\d+$/.test(ref) ? 'statement.firstBalance' : 'statement.gift'
}
