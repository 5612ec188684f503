import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { useText } from '../../i18n/index.ts'

/** What a text of the console's own may do beyond the words of others. */
export interface Manual {
  /** Where an address leads inside the console: a path, with its query and anchor; undefined where it leads elsewhere. */
  readonly pathOf: (address: string) => string | undefined
  /** By what a heading is linked to. */
  readonly anchorOf: (heading: string) => string
}

type Node = NonNullable<ExtraProps['node']>
type Child = Node['children'][number]

/** The words of an element, without its marks. */
function wordsIn(child: Node | Child): string {
  if (child.type === 'text') return child.value
  return child.type === 'element' ? child.children.map(wordsIn).join('') : ''
}

interface HeadingProps {
  readonly level: 2 | 3
  readonly anchor: string
  readonly children: ReactNode
}

/** A heading with a link to itself. It scrolls into sight when it is drawn and the address names it: texts are drawn after the page. */
function Heading({ level, anchor, children }: HeadingProps) {
  const t = useText()
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (decodeURIComponent(window.location.hash.slice(1)) === anchor) place.current?.scrollIntoView({ block: 'start' })
  }, [anchor])
  const Tag = `h${level}` as const
  return (
    <Tag id={anchor} ref={place} className="manual-heading">
      {children}{' '}
      <Link to="." hash={anchor} className="manual-anchor" aria-label={t('guide.link')}>
        #
      </Link>
    </Tag>
  )
}

/** The manual around its elements. */
export const ManualContext = createContext<Manual | undefined>(undefined)

interface DrawnHeading extends ExtraProps {
  readonly children?: ReactNode
}

function Linked({ level, node, children }: DrawnHeading & { readonly level: 2 | 3 }) {
  const manual = useContext(ManualContext)
  return (
    <Heading level={level} anchor={node && manual ? manual.anchorOf(wordsIn(node)) : ''}>
      {children}
    </Heading>
  )
}

/** Elements of a manual, below a `ManualContext`: headings that can be linked to, and links that stay in this tab. */
export const manualComponents: Components = {
  h2: (props) => <Linked level={2} {...props} />,
  h3: (props) => <Linked level={3} {...props} />,
  a: ({ href = '', children }) => {
    if (!href.startsWith('/')) {
      return (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      )
    }
    const { pathname, search, hash } = new URL(href, window.location.origin)
    return (
      <Link to={pathname} search={Object.fromEntries(new URLSearchParams(search))} hash={decodeURIComponent(hash.slice(1))}>
        {children}
      </Link>
    )
  },
}
