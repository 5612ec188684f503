// Parts of the kit as a person has them: on a page with an address, with everything around that parts of the kit need.
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { plainSearch } from '../src/search-params.ts'
import { Provider } from '../src/ui/Provider.tsx'

export { text as say } from '../src/i18n/index.ts'

/** A part on the screen, and who uses it. */
export interface Shown {
  readonly person: ReturnType<typeof userEvent.setup>
  /** The query of the address: `?sort=name`. */
  readonly query: () => string
  /** The browser's back button. */
  readonly back: () => Promise<void>
}

/**
 * Shows a part.
 * @param Part draws it
 * @param query of the address that was opened
 */
export async function show(Part: ComponentType, query = ''): Promise<Shown> {
  const history = createMemoryHistory({ initialEntries: [`/page${query}`] })
  const component = () => (
    <Provider>
      <Part />
    </Provider>
  )
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/page', component })
  const router = createRouter({ routeTree: root.addChildren([page]), history, ...plainSearch })
  await router.load()
  // Sound: the console's own router is the one that is registered; this one only knows another path.
  render(<RouterProvider router={router as never} />)
  return {
    person: userEvent.setup(),
    query: () => history.location.search,
    back: () => act(async () => history.back()),
  }
}
