// Colours for code of any origin, by grammars: loaded with the first code block. The colours themselves are classes of code.css.
import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'

const lowlight = createLowlight(common)
// What models call their languages beyond the grammars' own names.
lowlight.registerAlias({ bash: ['zsh', 'console'], javascript: ['node'], ini: ['env'], xml: ['vue'] })

/** Code as coloured pieces; as it is where its language is not known. */
export function highlightCode(code: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return code
  return lowlight.highlight(language, code).children.map(pieceOf)
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

function pieceOf(node: Node, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const { className } = node.properties
  return (
    <span key={index} className={Array.isArray(className) ? className.join(' ') : ''}>
      {node.children.map((child, at) => pieceOf(child as Node, at))}
    </span>
  )
}
