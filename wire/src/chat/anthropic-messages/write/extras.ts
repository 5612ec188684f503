import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { type MayCarryExtras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { CacheMark } from '../../request/request.ts'
import { NAME } from '../name.ts'

/** Puts back what the dialect's own reader carried, at the object and at its nested ones, and names as lost what another's did. */
export function writeExtras(value: JsonObject, carrier: MayCarryExtras, path: string, losses: LossLog): void {
  const { extras } = carrier
  if (extras === undefined) return
  if (extras.dialect !== NAME) {
    nameForeignExtras(NAME, carrier, path, losses)
    return
  }
  putMissing(value, extras.fields)
  if (extras.nested === undefined) return
  for (const [key, fields] of Object.entries(extras.nested)) {
    const inner = value[key]
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) putMissing(inner, fields)
    else if (inner === undefined) value[key] = { ...fields }
  }
}

/** `cache_control`, with the lifetime nearest to the requested one: the vendor has five minutes and an hour. */
export function writeCacheMark(value: JsonObject, mark: CacheMark | undefined, path: string, losses: LossLog): void {
  if (mark === undefined) return
  const control: JsonObject = { type: 'ephemeral' }
  if (mark.lifetimeSeconds !== undefined) control.ttl = mark.lifetimeSeconds > 300 ? '1h' : '5m'
  const extras = ownExtras(NAME, mark)
  if (extras !== undefined) putMissing(control, extras.fields)
  else nameForeignExtras(NAME, mark, `${path}.cacheMark`, losses)
  value.cache_control = control
}
