import type { AuditEntry } from '@waystation/contract/audit'
import { type Column, TimeText } from '~/ui/kit'
import { ActionCell, ActorCell, TargetCell } from './audit-cells.tsx'

export const auditColumns: readonly Column<AuditEntry>[] = [
  { field: 'created_at', title: 'audit.time', isFixed: true, width: 132, render: (unix) => <TimeText unix={unix} /> },
  { field: 'actor_name', title: 'audit.actor', width: 140, grow: 1, render: (_, row) => <ActorCell row={row} /> },
  { field: 'action', title: 'audit.action', width: 180, grow: 2, render: (action) => <ActionCell action={action} /> },
  { field: 'target', title: 'audit.target', width: 160, grow: 2, render: (target) => <TargetCell target={target} /> },
  { field: 'client_ip', title: 'audit.ip', width: 140, grow: 1, render: (ip) => <TargetCell target={ip} /> },
]
