import { useText } from '../../i18n/index.ts'
import type { FieldProps } from './Field.tsx'
import { TextField } from './TextField.tsx'

/** Addresses and networks, one per line. */
export function IpLinesField(props: FieldProps) {
  const t = useText()
  return <TextField {...props} hint={props.hint ?? t('form.ipHint')} placeholder="203.0.113.0/24" rows={3} isMono />
}
