// May this caller call this?
import { isWrite } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import { demoSiteEnabled } from '@waystation/contract/options/operation'
import { isAdmin, isRoot } from '@waystation/contract/site/status-table'
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
    const isDemo = options.get(demoSiteEnabled) && !isRoot(caller?.role ?? 0)
    if (endpoint.access === 'public') {
      // Registering and mails are closed to visitors as well. What other sites and payment services send is judged where it is understood.
      if (isDemo && isWrite(endpoint) && endpoint.csrf !== 'state' && endpoint.csrf !== 'signed') throw new AppError('demo_site')
      return
    }
    if (endpoint.access === 'setup') return
    if (!caller) throw new AppError('not_logged_in')
    const mayCall = endpoint.access === 'user' || (endpoint.access === 'admin' ? isAdmin(caller.role) : isRoot(caller.role))
    if (!mayCall) throw new AppError('no_permission')
    if (isWrite(endpoint) && isDemo) throw new AppError('demo_site')
  }
}
