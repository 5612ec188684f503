// May this caller call this?
import { isWrite } from '@waystation/contract/endpoint'
import { AppError } from '@waystation/contract/errors'
import { demoSiteEnabled } from '@waystation/contract/options/operation'
import { isAdmin, isRoot } from '@waystation/contract/status-table'
import type { OptionService } from '../../domain/option/option-service.ts'
import type { Hook } from './hook.ts'

/** Closes the setup once there is a super admin. Throws AppError setup_done. */
export function setupOnly({ isSetUp }: { readonly isSetUp: () => boolean }): Hook {
  return ({ endpoint }) => {
    if (endpoint.access === 'setup' && isSetUp()) throw new AppError('setup_done')
  }
}

/** Throws AppError not_logged_in, no_permission or demo_site. */
export function rank({ options }: { readonly options: Pick<OptionService, 'get'> }): Hook {
  return ({ endpoint, context: { caller } }) => {
    if (endpoint.access === 'public' || endpoint.access === 'setup') return
    if (!caller) throw new AppError('not_logged_in')
    const mayCall = endpoint.access === 'user' || (endpoint.access === 'admin' ? isAdmin(caller.role) : isRoot(caller.role))
    if (!mayCall) throw new AppError('no_permission')
    if (isWrite(endpoint) && options.get(demoSiteEnabled) && !isRoot(caller.role)) throw new AppError('demo_site')
  }
}
