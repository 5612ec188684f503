import { useText } from '../../i18n/index.ts'
import { isElsewhere, offsetText, shownZone, zoneName } from '../time-zone.ts'

/** Says by which clock the times beside it are, to readers whose own clock shows something else. */
export function ZoneNote() {
  const t = useText()
  const nowMs = Date.now()
  if (!isElsewhere(nowMs)) return null
  const [zone, offset] = [zoneName(shownZone()), offsetText(nowMs)]
  return <p className="field-hint">{t('time.zoneNote', { zone: zone === offset ? zone : `${zone} ${offset}` })}</p>
}
