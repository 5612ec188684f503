// What requests say of a reverse proxy that the settings do not fit.
import { z } from 'zod'

/** What was seen within the last hour; null: nothing. */
export const ProxySigns = z.object({
  /** A forwarding header from a private address, while ReverseProxyEnabled is off. */
  undeclared: z.object({ peer: z.string(), header: z.string(), value: z.string() }).nullable(),
  /** X-Real-IP and X-Forwarded-For of a trusted proxy that contradict each other. */
  contradiction: z.object({ peer: z.string(), real_ip: z.string(), forwarded_for: z.string() }).nullable(),
})
export type ProxySigns = z.infer<typeof ProxySigns>
