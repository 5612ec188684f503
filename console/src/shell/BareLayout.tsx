import { Outlet } from '@tanstack/react-router'
import { Provider } from '~/ui/Provider'

/** Login and setup: the kit, and nothing around the page. */
export default function BareLayout() {
  return (
    <Provider>
      <Outlet />
    </Provider>
  )
}
