// antd's date picker is heavy, so it is a chunk of its own: load it with `lazy` where it is used.
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useIsPhone } from '../../use-phone.ts'
import type { ControlProps } from '../Field.tsx'

export interface DateTimeInputProps {
  /** Unix seconds; undefined when nothing is chosen. */
  readonly unix: number | undefined
  readonly onChange: (unix: number | undefined) => void
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

function PickerInput({ unix, onChange, placeholder = '', status = '', control, label }: DateTimeInputProps) {
  return (
    <DatePicker
      {...control}
      {...(label === undefined ? {} : { 'aria-label': label })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={unix === undefined ? null : dayjs.unix(unix)}
      status={status}
      placeholder={placeholder}
      needConfirm={false}
      style={{ width: '100%' }}
      onChange={(date) => onChange(date ? date.unix() : undefined)}
    />
  )
}

/** What `datetime-local` takes and gives: local time without a zone. */
const SYSTEM_FORMAT = 'YYYY-MM-DDTHH:mm'

function SystemInput({ unix, onChange, status = '', control, label }: DateTimeInputProps) {
  return (
    <Input
      {...control}
      {...(label === undefined ? {} : { 'aria-label': label })}
      type="datetime-local"
      value={unix === undefined ? '' : dayjs.unix(unix).format(SYSTEM_FORMAT)}
      status={status}
      onChange={({ target }) => onChange(target.value === '' ? undefined : dayjs(target.value).unix())}
    />
  )
}
