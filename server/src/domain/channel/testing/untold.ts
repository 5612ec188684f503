import type { OnceTelling } from '../../notice/root-notice-store.ts'

/** For changes of channels of which nobody is told. */
export const untold: OnceTelling = { messages: [], deliveries: [], identity: 'channel_update', pauseSeconds: 0 }
