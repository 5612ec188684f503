import { type Client, type ClientKind, clientKinds } from '@waystation/contract/clients/client'
import { clients } from '@waystation/contract/clients/clients'
import { useText } from '~/i18n'
import { RadioCards, Segmented } from '~/ui/kit'

/** A program to connect: the shelf first, then what stands on it. */
export function ClientChoice({ value, onChange }: { readonly value: Client; readonly onChange: (id: string) => void }) {
  const t = useText()
  const onShelf = (kind: ClientKind) => clients.filter((client) => client.kind === kind)
  return (
    <div className="connect-client">
      <Segmented
        label={t('connect.kindLabel')}
        value={value.kind}
        onChange={(kind) => onChange(onShelf(kind)[0]?.id ?? value.id)}
        choices={clientKinds.map((kind) => ({ value: kind, label: t(`connect.kind.${kind}`) }))}
        isBlock
      />
      <RadioCards
        label={t('connect.client')}
        value={value.id}
        onChange={onChange}
        cards={onShelf(value.kind).map(({ id, name }) => ({ value: id, label: name }))}
        columns={{ wide: 3, narrow: 2 }}
      />
    </div>
  )
}
