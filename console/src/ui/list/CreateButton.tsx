import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { PlusIcon } from '../icons.ts'
import type { ListProps } from './list-props.ts'

/** Makes another one of what the list holds; nothing where it cannot be done. */
export function CreateButton<Row>({ props: { onCreate, createLabel } }: { readonly props: ListProps<Row> }) {
  const t = useText()
  if (!onCreate) return null
  return (
    <Button kind="primary" icon={<PlusIcon />} onClick={onCreate}>
      {createLabel ?? t('action.create')}
    </Button>
  )
}
