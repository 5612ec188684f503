// antd's date picker is heavy, so it is a chunk of its own: load it with `lazy` where it is used.
import { momentOfWall, wallMs } from '@waystation/contract/values/calendar'
import { DatePicker, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { shownZone } from '../../time-zone.ts'
import { useIsPhone } from '../../use-phone.ts'
import type { ControlProps } from '../Field.tsx'

export interface DateTimeInputProps {
  /** Unix seconds; undefined when nothing is chosen. */
  readonly unix: number | undefined
  readonly onChange: (unix: number | undefined) => void
  /** By the clock of this zone; absent: of the site's. */
  readonly zone?: string
  readonly placeholder?: string
  readonly status?: '' | 'error'
  readonly control?: Partial<ControlProps>
  readonly label?: string
}

/** A moment to the minute. On a phone the system's own picker is used: the calendar with its columns of hours is wider than one. */
export default function DateTimeInput(props: DateTimeInputProps) {
  const isPhone = useIsPhone()
  return isPhone ? <SystemInput {...props} /> : <PickerInput {...props} />
}

/** A clock that shows in the browser what the zone's does. */
function shownAt(unix: number, zone = shownZone()): Dayjs {
  return dayjs(new Date(wallMs(unix * 1000, zone)).toISOString().replace('Z', ''))
}

function unixOf(shown: Dayjs, zone = shownZone()): number {
  const wall = Date.UTC(shown.year(), shown.month(), shown.date(), shown.hour(), shown.minute(), shown.second())
  return Math.floor(momentOfWall(wall, zone) / 1000)
}

function PickerInput({ unix, onChange, zone, placeholder = '', status = '', control, label }: DateTimeInputProps) {
  return (
    <DatePicker
      {...control}
      {...(label === undefined ? {} : { 'aria-label': label })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={unix === undefined ? null : shownAt(unix, zone)}
      status={status}
      placeholder={placeholder}
      needConfirm={false}
      style={{ width: '100%' }}
      onChange={(date) => onChange(date ? unixOf(date, zone) : undefined)}
    />
  )
}

/** What `datetime-local` takes and gives: local time without a zone. */
const SYSTEM_FORMAT = 'YYYY-MM-DDTHH:mm'

function SystemInput({ unix, onChange, zone, status = '', control, label }: DateTimeInputProps) {
  return (
    <Input
      {...control}
      {...(label === undefined ? {} : { 'aria-label': label })}
      type="datetime-local"
      value={unix === undefined ? '' : shownAt(unix, zone).format(SYSTEM_FORMAT)}
      status={status}
      onChange={({ target }) => onChange(target.value === '' ? undefined : unixOf(dayjs(target.value), zone))}
    />
  )
}
