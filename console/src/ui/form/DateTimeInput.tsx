// antd's date picker is heavy, so it is a chunk of its own: load it with `lazy` where it is used.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ControlProps } from './Field.tsx'

export interface DateTimeInputProps {
  /** Unix seconds; undefined when nothing is chosen. */
  readonly unix: number | undefined
  readonly onChange: (unix: number | undefined) => void
  readonly placeholder?: string
  readonly status?: '' | 'error'
  readonly control?: Partial<ControlProps>
  readonly label?: string
}

/** A moment to the minute. */
export default function DateTimeInput({ unix, onChange, placeholder = '', status = '', control, label }: DateTimeInputProps) {
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
