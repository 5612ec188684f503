import { useState } from 'react'
import { TagIcon } from '../icons.ts'
import { Skeleton } from '../Skeleton.tsx'
import { CardItem } from './CardItem.tsx'
import type { CardsViewProps } from './cards-props.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { groupsOf } from './groups.ts'
import { RowActions } from './RowActions.tsx'
import type { RowId } from './selection.ts'
import './cards.css'

/** A list on a phone. */
export function CardsView<Row>(props: CardsViewProps<Row>) {
  const { rows, idOf, isFirst, groups } = props
  const [open, setOpen] = useState<RowId>()
  const cardOf = (row: Row, isChild: boolean) => {
    const id = idOf(row)
    return (
      <CardItem
        key={id}
        {...props}
        row={row}
        isChild={isChild}
        isOpen={open === id}
        onToggle={() => setOpen(open === id ? undefined : id)}
      />
    )
  }
  return (
    <ul className={`cards ${props.isSelecting ? 'selecting' : ''}`}>
      {isFirst &&
        Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <li key={index} className="card" aria-hidden>
            <Skeleton width="50%" />
            <Skeleton width="80%" />
          </li>
        ))}
      {groupsOf(rows, props.groupBy).map(({ name, members }) => {
        if (name === undefined || groups === undefined) return members.map((row) => cardOf(row, false))
        return [
          <GroupHead
            key={`group:${name}`}
            name={name}
            count={members.length}
            isOpen={groups.isOpen(name)}
            onToggle={() => groups.toggle(name)}
            actions={props.groupActions?.(name, members) ?? []}
          />,
          groups.isOpen(name) && members.map((row) => cardOf(row, true)),
        ]
      })}
    </ul>
  )
}

interface GroupHeadProps {
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly actions: Parameters<typeof RowActions>[0]['actions']
}

function GroupHead({ name, count, isOpen, onToggle, actions }: GroupHeadProps) {
  return (
    <li className="card-group">
      <ExpandButton isOpen={isOpen} onToggle={onToggle} name={name} />
      <TagIcon color="var(--accent)" />
      <strong className="card-title">{name}</strong>
      <span className="text3">{count}</span>
      {actions.length > 0 && <RowActions actions={actions} onlyMore />}
    </li>
  )
}
